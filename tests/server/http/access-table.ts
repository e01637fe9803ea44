/**
 * Allowed callers of each row of the contract (SPEC §6 and §7, DECISIONS §2 "Auth"), and the things that a call needs.
 */
import { newId } from '../../../server/ids.ts'
import { type Community, expectDone, passwordOf } from '../../support/server/community.ts'
import { createConversationRows } from './access-conversations.ts'
import { factorRows } from './access-factors.ts'
import { createPasskeyRows } from './access-passkeys.ts'
import { createSessionRows } from './access-sessions.ts'
import { createThings, type Row } from './access-things.ts'

/** The access table; its calls are made in this community. */
export function createAccessTable(community: Community) {
  const { hipatia } = community
  const things = createThings(community)
  const { newInvitation, newList, newPasswordLink } = things
  const { another, newAccount, newCategory, ownPost, ownLink, newForm, ownNews, newMail } = things

  const table: Record<string, Row> = {
    'health.read': { who: 'everybody', call: 'GET /health', status: 200 },

    'auth.login': {
      who: 'everybody',
      call: 'POST /auth/login',
      status: 200,
      prepare: async () => ({ body: { name: 'Hipatia', password: passwordOf('Hipatia') } }),
    },
    'auth.logout': { who: 'members', call: 'POST /auth/logout', status: 204, ends: true },
    'auth.me': { who: 'members', call: 'GET /auth/me', status: 200 },
    'auth.changePassword': {
      who: 'members',
      call: 'POST /auth/change-password',
      status: 200,
      ends: true,
      prepare: async ({ name = '' }) => ({
        body: { current_password: passwordOf(name), new_password: 'otra clave distinta' },
      }),
    },
    ...factorRows(things),
    ...createPasskeyRows(community, things),
    'presence.heartbeat': { who: 'members', call: 'POST /auth/heartbeat', status: 200 },
    'presence.list': { who: 'members', call: 'GET /auth/online-users', status: 200 },
    ...createSessionRows(community),
    'users.names': { who: 'members', call: 'GET /users/names', status: 200 },
    'users.list': { who: 'admins', call: 'GET /auth/users', status: 200 },
    'users.create': {
      who: 'admins',
      call: 'POST /auth/users',
      status: 201,
      prepare: async () => ({
        body: { name: another('Nueva'), email: `${newId()}@nueva.example`, password: 'secreto' },
      }),
    },
    'users.update': {
      who: 'admins',
      call: 'PUT /auth/users/:id',
      status: 200,
      prepare: async () => ({ ...(await newAccount()), body: { phone: '600 000 000' } }),
    },
    'users.remove': { who: 'admins', call: 'DELETE /auth/users/:id', status: 204, prepare: newAccount },
    'users.toggleStatus': {
      who: 'admins',
      call: 'POST /auth/users/:id/toggle-status',
      status: 200,
      prepare: newAccount,
    },

    'invitations.list': { who: 'admins', call: 'GET /auth/invitations', status: 200 },
    'invitations.create': {
      who: 'admins',
      call: 'POST /auth/invitations',
      status: 201,
      prepare: async () => ({ body: { name: another('Nueva'), email: `${newId()}@nueva.example` } }),
    },
    'invitations.createList': { who: 'admins', call: 'POST /auth/invitations/list', status: 201, prepare: newList },
    'invitations.renew': {
      who: 'admins',
      call: 'POST /auth/invitations/:id/renew',
      status: 200,
      prepare: newInvitation,
    },
    'invitations.withdraw': {
      who: 'admins',
      call: 'DELETE /auth/invitations/:id',
      status: 204,
      prepare: newInvitation,
    },
    'invitations.read': {
      who: 'everybody',
      call: 'POST /auth/invitations/read',
      status: 200,
      prepare: async () => ({ body: { token: (await newInvitation()).token } }),
    },
    'invitations.accept': {
      who: 'everybody',
      call: 'POST /auth/invitations/accept',
      status: 200,
      prepare: async () => ({ body: { token: (await newInvitation()).token, password: 'una clave elegida' } }),
    },
    'passwordLinks.request': {
      who: 'everybody',
      call: 'POST /auth/password-links',
      status: 200,
      prepare: async () => ({ body: { name: another('Nadie') } }),
    },
    'passwordLinks.createFor': {
      who: 'admins',
      call: 'POST /auth/password-links/for/:id',
      status: 200,
      prepare: async () => ({ id: (await newPasswordLink()).id }),
    },
    'passwordLinks.read': {
      who: 'everybody',
      call: 'POST /auth/password-links/read',
      status: 200,
      prepare: async () => ({ body: { token: (await newPasswordLink()).token } }),
    },
    'passwordLinks.accept': {
      who: 'everybody',
      call: 'POST /auth/password-links/accept',
      status: 200,
      prepare: async () => ({ body: { token: (await newPasswordLink()).token, password: 'una clave elegida' } }),
    },

    'users.contents': {
      who: 'members',
      call: 'GET /auth/users/:id/contents',
      status: 200,
      prepare: async ({ id = hipatia.id }) => ({ id }),
    },
    'accountExport.create': {
      who: 'members',
      call: 'POST /account/export',
      status: 200,
      prepare: async () => ({ body: {} }),
    },

    'categories.list': { who: 'members', call: 'GET /categories', status: 200 },
    'categories.listAll': { who: 'admins', call: 'GET /categories/all', status: 200 },
    'categories.read': { who: 'members', call: 'GET /categories/:id', status: 200, prepare: newCategory },
    'categories.create': {
      who: 'admins',
      call: 'POST /categories',
      status: 201,
      prepare: async () => ({ body: { name: another('Historia') } }),
    },
    'categories.update': {
      who: 'admins',
      call: 'PUT /categories/:id',
      status: 200,
      prepare: async () => ({ ...(await newCategory()), body: { description: 'Otra' } }),
    },
    'categories.remove': { who: 'admins', call: 'DELETE /categories/:id', status: 204, prepare: newCategory },
    'categories.initialize': { who: 'admins', call: 'POST /categories/initialize', status: 200 },

    'search.find': { who: 'members', call: 'GET /search', status: 200 },
    'posts.list': { who: 'members', call: 'GET /posts', status: 200 },
    'posts.listAll': { who: 'members', call: 'GET /posts/all', status: 200 },
    'posts.drafts': { who: 'members', call: 'GET /posts/drafts/my', status: 200 },
    'posts.read': { who: 'members', call: 'GET /posts/:id', status: 200, prepare: ownPost },
    'posts.create': {
      who: 'members',
      call: 'POST /posts',
      status: 201,
      prepare: async () => ({ body: { title: 'Uno', content: 'Dos' } }),
    },
    'posts.update': {
      who: 'members',
      call: 'PUT /posts/:id',
      status: 200,
      prepare: async (caller) => ({ ...(await ownPost(caller)), body: { title: 'Uno', content: 'Tres' } }),
    },
    'posts.publish': {
      who: 'members',
      call: 'PUT /posts/:id/publish',
      status: 200,
      prepare: async (caller) => ({ ...(await ownPost(caller)), body: { is_published: true } }),
    },
    'files.list': { who: 'members', call: 'GET /files', status: 200 },
    'files.sections': { who: 'members', call: 'GET /files/sections', status: 200 },
    'files.read': { who: 'members', call: 'GET /files/:id', status: 200, prepare: ownLink },
    'files.upload': {
      who: 'members',
      call: 'POST /files/upload',
      status: 201,
      prepare: async () => ({ raw: newForm() }),
    },
    'files.addLink': {
      who: 'members',
      call: 'POST /files/url',
      status: 201,
      prepare: async () => ({ body: { url: 'https://alejandria.example/' } }),
    },
    'files.remove': { who: 'members', call: 'DELETE /files/:id', status: 204, prepare: ownLink },

    'files.usedIn': { who: 'members', call: 'GET /files/:id/used-in', status: 200, prepare: ownLink },
    'links.find': {
      who: 'members',
      call: 'POST /links',
      status: 200,
      prepare: async () => ({ body: { posts: [newId()] } }),
    },

    ...createConversationRows(things),

    'news.list': { who: 'members', call: 'GET /news', status: 200 },
    'news.shared': {
      who: 'members',
      call: 'GET /news/shared',
      status: 200,
      prepare: async () => ({ query: '?url=https://faro.example/' }),
    },
    'news.read': { who: 'members', call: 'GET /news/:id', status: 200, prepare: ownNews },
    'news.create': {
      who: 'members',
      call: 'POST /news',
      status: 201,
      prepare: async () => ({ body: { title: 'El faro', url: 'https://faro.example/' } }),
    },
    'news.title': {
      who: 'members',
      call: 'POST /news/title',
      status: 200,
      prepare: async () => ({ body: { url: 'https://faro.example/' } }),
    },
    'news.initialize': { who: 'admins', call: 'POST /news/initialize', status: 200 },
    'news.update': {
      who: 'members',
      call: 'PUT /news/:id',
      status: 200,
      prepare: async (caller) => ({
        ...(await ownNews(caller)),
        body: { title: 'Otro', url: 'https://faro.example/' },
      }),
    },
    'news.remove': { who: 'members', call: 'DELETE /news/:id', status: 204, prepare: ownNews },

    'preferences.read': { who: 'members', call: 'GET /notifications/preferences', status: 200 },
    'preferences.update': {
      who: 'members',
      call: 'PUT /notifications/preferences',
      status: 200,
      prepare: async () => ({ body: { new_posts: false } }),
    },
    'broadcasts.recipients': { who: 'admins', call: 'GET /notifications/admin/recipients', status: 200 },
    'broadcasts.send': {
      who: 'admins',
      call: 'POST /notifications/admin/broadcast',
      status: 200,
      prepare: async () => ({ body: { subject: 'Asamblea', message: 'El jueves a las siete.' } }),
    },
    'mail.sendTest': { who: 'admins', call: 'GET /notifications/test/new-post', status: 200 },
    'preferences.listAll': { who: 'admins', call: 'GET /notifications/admin/users/preferences', status: 200 },
    'preferences.updateOfUser': {
      who: 'admins',
      call: 'PUT /notifications/admin/users/:id/preferences',
      status: 200,
      prepare: async () => ({ ...(await newAccount()), body: { weekly_digest: true } }),
    },
    'preferences.bulkUpdate': {
      who: 'admins',
      call: 'POST /notifications/admin/preferences/bulk-update',
      status: 200,
      prepare: async () => ({ body: { user_ids: [(await newAccount()).id], preferences: { new_posts: false } } }),
    },
    'mail.queueStatus': { who: 'admins', call: 'GET /notifications/admin/outbox', status: 200 },
    'mail.retryQueued': { who: 'admins', call: 'POST /notifications/admin/outbox/retry', status: 200 },
    'mail.list': { who: 'admins', call: 'GET /notifications/admin/mails', status: 200 },
    'mail.deliveries': {
      who: 'admins',
      call: 'GET /notifications/admin/mails/:id/deliveries',
      status: 200,
      prepare: newMail,
    },
    'mail.retryFailed': {
      who: 'admins',
      call: 'POST /notifications/admin/mails/:id/retry',
      status: 200,
      prepare: newMail,
    },

    'whatsNew.read': { who: 'members', call: 'GET /sections', status: 200 },
    'whatsNew.markSeen': {
      who: 'members',
      call: 'PUT /sections/:section',
      status: 200,
      prepare: async () => ({ body: { until: community.moment() } }),
    },
    'whatsNew.visit': { who: 'members', call: 'GET /sections/visit', status: 200 },
    'whatsNew.endVisit': {
      who: 'members',
      call: 'PUT /sections/visit',
      status: 200,
      prepare: async () => ({ body: { until: community.moment() } }),
    },
    'whatsNew.markConversationSeen': {
      who: 'members',
      call: 'PUT /sections/conversations/:id',
      status: 204,
      prepare: async (caller) => ({ ...(await ownPost(caller)), body: { until: community.moment() } }),
    },
    'audit.list': { who: 'admins', call: 'GET /audit', status: 200 },
    'policyReports.create': {
      who: 'everybody',
      call: 'POST /policy-reports',
      status: 204,
      prepare: async () => ({ body: { 'csp-report': { 'effective-directive': 'img-src' } } }),
    },
    'state.read': { who: 'admins', call: 'GET /admin/state', status: 200 },
    // there is no place for snapshots here: tests/server/state/snapshots.test.ts
    'state.makeSnapshot': { who: 'admins', call: 'POST /admin/state/snapshot', status: 409 },

    'posts.linkedFrom': { who: 'members', call: 'GET /posts/:id/linked-from', status: 200, prepare: ownPost },
    'posts.versions': { who: 'members', call: 'GET /posts/:id/versions', status: 200, prepare: ownPost },
    'posts.version': {
      who: 'members',
      call: 'GET /posts/:id/versions/:version',
      status: 200,
      prepare: ownPost,
    },
    'posts.removeVersion': {
      who: 'members',
      call: 'DELETE /posts/:id/versions/:version',
      status: 204,
      prepare: async (caller) => {
        const post = await ownPost(caller)
        expectDone(await hipatia.put(`/posts/${post.id}`, { title: 'Uno', content: 'Dos' }))
        return post
      },
    },
    'posts.remove': { who: 'members', call: 'DELETE /posts/:id', status: 204, prepare: ownPost },
  }

  return { table, another }
}
