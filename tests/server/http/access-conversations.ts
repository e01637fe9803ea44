import { newId } from '../../../server/ids.ts'
import type { createThings, Row } from './access-things.ts'

/** Rows of the access table about comments and the chat. */
export const createConversationRows = ({
  ownPost,
  ownComment,
  ownMessage,
  ownBroadcast,
}: ReturnType<typeof createThings>): Record<string, Row> => ({
  'comments.list': { who: 'members', call: 'GET /comments/post/:id', status: 200, prepare: ownPost },
  'comments.create': {
    who: 'members',
    call: 'POST /comments/post/:id',
    status: 201,
    prepare: async (caller) => ({ ...(await ownPost(caller)), body: { content: 'De acuerdo.' } }),
  },
  'comments.update': {
    who: 'members',
    call: 'PUT /comments/:id',
    status: 200,
    prepare: async (caller) => ({ ...(await ownComment(caller)), body: { content: 'No tanto.' } }),
  },
  'comments.remove': { who: 'members', call: 'DELETE /comments/:id', status: 204, prepare: ownComment },

  'notices.list': { who: 'members', call: 'GET /notices', status: 200 },
  'notices.read': {
    who: 'members',
    call: 'PUT /notices/read',
    status: 200,
    prepare: async () => ({ body: { subject: newId() } }),
  },
  'notices.broadcast': {
    who: 'members',
    call: 'GET /notices/broadcasts/:id',
    status: 200,
    prepare: ownBroadcast,
  },
  'notices.readSettings': { who: 'members', call: 'GET /notices/settings', status: 200 },
  'notices.updateSettings': {
    who: 'members',
    call: 'PUT /notices/settings',
    status: 200,
    prepare: async () => ({ body: { chat: 'all' } }),
  },
  'notices.readFollowing': { who: 'members', call: 'GET /posts/:id/following', status: 200, prepare: ownPost },
  'notices.follow': {
    who: 'members',
    call: 'PUT /posts/:id/following',
    status: 200,
    prepare: async (caller) => ({ ...(await ownPost(caller)), body: { state: 'muted' } }),
  },

  'chat.list': { who: 'members', call: 'GET /chat/messages', status: 200 },
  'chat.create': {
    who: 'members',
    call: 'POST /chat/messages',
    status: 201,
    prepare: async () => ({ body: { message: 'Buenas tardes' } }),
  },
  'chat.update': {
    who: 'members',
    call: 'PUT /chat/messages/:id',
    status: 200,
    prepare: async (caller) => ({ ...(await ownMessage(caller)), body: { message: 'Buenas noches' } }),
  },
  'chat.remove': { who: 'members', call: 'DELETE /chat/messages/:id', status: 204, prepare: ownMessage },
  'chat.changes': {
    who: 'members',
    call: 'GET /chat/changes',
    status: 200,
    prepare: async () => ({ query: '?after=0' }),
  },
  'reactions.read': { who: 'members', call: 'GET /reactions/:kind/:id', status: 200, prepare: ownComment },
  'reactions.add': {
    who: 'members',
    call: 'PUT /reactions/:kind/:id',
    status: 200,
    prepare: async (caller) => ({ ...(await ownComment(caller)), body: { emoji: '👍' } }),
  },
  'reactions.remove': {
    who: 'members',
    call: 'DELETE /reactions/:kind/:id',
    status: 200,
    prepare: async (caller) => ({ ...(await ownComment(caller)), body: { emoji: '👍' } }),
  },
  'chat.reading': { who: 'members', call: 'GET /chat/reading', status: 200 },
  'chat.read': {
    who: 'members',
    call: 'PUT /chat/reading',
    status: 200,
    prepare: async () => ({ body: { seq: 0 } }),
  },
})
