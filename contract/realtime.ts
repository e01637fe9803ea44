// The socket's events of both directions (SPEC §4 and §7, DECISIONS §2 "Chat" and "Presence").
import * as z from 'zod/mini'
import type { ChatChanges, ChatMessage, ChatReading, NewChatMessage } from './chat.ts'
import type { Reaction } from './content/reactions.ts'
import { Id } from './fields.ts'
import type { Problem } from './index.ts'
import type { OnlineUser } from './presence.ts'
import type { AreaName } from './whats-new.ts'

export const socketPath = '/socket.io'

/** `connect_error` of a handshake without a valid session. */
export const unauthorized = 'unauthorized'
/** `connect_error` of a person with too many sockets. */
export const tooManySockets = 'too_many'

export const Watched = z.object({ post: Id })
export type Watched = z.output<typeof Watched>

export interface ReactionsChanged {
  kind: 'post' | 'news' | 'file'
  id: string
  reactions: Reaction[]
}

export interface ServerEvents {
  /** Each message once per socket, in the order of `seq`; the sender's sockets included. */
  receive_message(message: ChatMessage): void
  /** All changes between two numbers, each once, in their order; to somebody who missed some, GET /chat/changes tells them. */
  messages_changed(changes: ChatChanges): void
  /** Everybody online, by name; sent on connecting and on each change. */
  users_online_update(users: OnlineUser[]): void
  typing(person: { id: string; name: string }): void
  /** The person's reading position changed in another tab or on another device. */
  chat_reading(reading: ChatReading): void
  comments_changed(watched: Watched): void
  section_changed(section: AreaName): void
  /** Reactions of a post, a news item or a file; reactions to comments and messages come with these. */
  reactions_changed(changed: ReactionsChanged): void
  notices_changed(count: { unread: number }): void
}

export interface ClientEvents {
  send_message(
    message: Partial<NewChatMessage> & { username?: string },
    done?: (answer: ChatMessage | Problem) => void,
  ): void
  /** Counts this socket as presence again. The person is that of the token. */
  user_online(person?: Partial<OnlineUser>): void
  user_offline(person?: Partial<OnlineUser>): void
  /** Sent every few seconds while a message is being written. */
  typing(): void
  /** Replaces the current subscription; null unsubscribes. */
  watch(watched: Watched | null, done?: () => void): void
}
