import type { ChatMessage } from '../../contract/chat.ts'
import { toIso } from '../lib/time.ts'
import type { ChatMessageRow } from './queries.ts'

export const serializeChatMessage = (row: ChatMessageRow): ChatMessage => ({
  id: row.id,
  seq: row.seq,
  author_id: row.author_id,
  username: row.username,
  message: row.message,
  message_type: 'text',
  created_at: toIso(row.created_at),
  client_id: row.client_id,
})
