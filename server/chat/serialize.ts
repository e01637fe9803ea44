import type { ChatMessage, ChatQuote } from '../../contract/chat.ts'
import { withMentionNames } from '../db/mentions/names.ts'
import { readReactions } from '../db/reactions.ts'
import type { Db } from '../db/schema.ts'
import { toIso } from '../lib/time.ts'
import { messageExcerpt } from '../markdown/message-excerpt.ts'
import type { ChatMessageRow } from './queries.ts'

const serializeChatMessage = (row: ChatMessageRow): ChatMessage => ({
  id: row.id,
  seq: row.seq,
  author_id: row.author_id,
  username: row.username,
  message: row.message,
  message_type: 'text',
  created_at: toIso(row.created_at),
  client_id: row.client_id,
  reply_to: row.reply_to,
  quote: quoteOf(row),
  edited_at: row.edited_at === null ? null : toIso(row.edited_at),
  deleted_at: row.deleted_at === null ? null : toIso(row.deleted_at),
  change: row.change,
  reactions: readReactions(row.reactions),
})

/** Messages with the present names of those whom they name. */
export const serializeChatMessages = async (db: Db, rows: ChatMessageRow[]): Promise<ChatMessage[]> =>
  (await withMentionNames(db, rows, 'message', 'quoted_text')).map(serializeChatMessage)

/** The same of one row. */
export async function toChatMessage(db: Db, row: ChatMessageRow): Promise<ChatMessage> {
  const [message] = await serializeChatMessages(db, [row])
  return message ?? serializeChatMessage(row)
}

function quoteOf(row: ChatMessageRow): ChatQuote | null {
  const { quoted_seq: seq, quoted_name: username, quoted_change: change, quoted_deleted_at: deleted_at } = row
  if (seq === null || username === null || change === null) return null
  return quoteOfMessage({ seq, username, message: row.quoted_text ?? '', deleted_at, change })
}

type Quoted = Pick<ChatMessage, 'seq' | 'username' | 'message' | 'change'> & { deleted_at: string | number | null }

/** A message as its answers quote it. */
export const quoteOfMessage = ({ seq, username, message, deleted_at, change }: Quoted): ChatQuote => ({
  seq,
  username,
  excerpt: deleted_at === null ? messageExcerpt(message) : null,
  change,
})
