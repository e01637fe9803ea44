import type { ChatMessage } from '../../contract/chat.ts'
import type { ChatMessageRow } from './queries.ts'

export const toChatMessage = (row: ChatMessageRow): ChatMessage => ({
  id: row.id,
  seq: row.seq,
  author_id: row.author_id,
  username: row.username,
  message: row.message,
  message_type: 'text',
  created_at: new Date(row.created_at).toISOString(),
  client_id: row.client_id,
})
