import type { Generated } from 'kysely'
import type { ReactionKind } from '../../../contract/content/reactions.ts'

export type MessageTransport = 'socket' | 'rest'

export interface ChatTables {
  chat_messages: {
    /** Order of commits: 1, 2, 3 …; imported messages come before them, with 0, -1, -2 … from the newest to the oldest. */
    seq: number
    id: string
    author_id: string
    /** Chosen by the sender; unique per author. */
    client_id: string | null
    message: string
    /** Transport of a message without `client_id`, until the same text arrives over the other one. */
    unpaired: MessageTransport | null
    created_at: number
    /** The answered message's id. */
    reply_to: Generated<string | null>
    /** Number of the last change; 0 without one. An answer also changes when the answered message does. */
    change: Generated<number>
    edited_at: Generated<number | null>
    /** The text of a deleted message is empty, its row stays: `seq` has no gaps. */
    deleted_at: Generated<number | null>
  }

  chat_readings: {
    user_id: string
    seq: number
  }

  /** Triggers delete those of deleted things. */
  reactions: {
    kind: ReactionKind
    target_id: string
    user_id: string
    emoji: string
    created_at: number
  }
}
