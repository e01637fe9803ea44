/** The bell, as people see it. */

import type { ChatMessage } from '../../../contract/chat.ts'
import type { Comment } from '../../../contract/comments.ts'
import type { Notice } from '../../../contract/notices/notices.ts'
import { expectDone, type Person } from '../../support/server/community.ts'

export const noticesOf = async (who: Person, query = '') => expectDone(await who.get<Notice[]>(`/notices${query}`))

export const unreadOf = async (who: Person) => Number((await who.get<Notice[]>('/notices')).headers.get('x-unread'))

export const comments = async (who: Person, post: { id: string }, content = 'De acuerdo.', more: object = {}) =>
  expectDone(await who.post<Comment>(`/comments/post/${post.id}`, { content, ...more }))

export const naming = ({ id, name }: { id: string; name: string }) => `@[${name}](${id})`

export const publishes = async (who: Person, { id }: { id: string }, is_published = true) =>
  expectDone(await who.put(`/posts/${id}/publish`, { is_published }))

export const says = async (who: Person, message: string, more: object = {}) =>
  expectDone(await who.post<ChatMessage>('/chat/messages', { message, ...more }))

export const reads = async (who: Person, body: object) =>
  expectDone(await who.put<{ unread: number }>('/notices/read', body)).unread
