// The socket's events of both directions (SPEC §4 and §7, DECISIONS §2 "Chat" and "Presence").
import * as z from 'zod/mini'
import type { ChatMessage, ChatReading, NewChatMessage } from './chat.ts'
import { Id } from './fields.ts'
import type { Problem } from './index.ts'
import type { SectionName } from './sections.ts'
import type { OnlineUser } from './users.ts'

/** Where the socket is, on the origin of the pages. */
export const socketPath = '/socket.io'

/** What a handshake without a living session is refused with (`connect_error`). */
export const unauthorized = 'unauthorized'
/** What it is refused with when the person has too many sockets. */
export const tooMany = 'too_many'

/** What may be looked at for changes: the comments of a post. */
export const Watched = z.object({ post: Id })
export type Watched = z.output<typeof Watched>

export interface ServerEvents {
  /** Each message once to each socket, in the order of `seq`, to the sender too. */
  receive_message(message: ChatMessage): void
  /** Everybody who is online now, by name; when it changes, and once at the beginning. */
  users_online_update(users: OnlineUser[]): void
  /** Somebody else is writing a message. */
  typing(person: { id: string; name: string }): void
  /** The person has read further on another page or device. */
  chat_reading(reading: ChatReading): void
  /** The comments of the watched post aren't what they were. */
  comments_changed(watched: Watched): void
  /** Something appeared in this section, changed or went. */
  section_changed(section: SectionName): void
}

export interface ClientEvents {
  send_message(
    message: Partial<NewChatMessage> & { username?: string },
    done?: (answer: ChatMessage | Problem) => void,
  ): void
  /** This socket's person is there (again); who that is says the token. */
  user_online(person?: Partial<OnlineUser>): void
  /** This socket doesn't speak for anybody's presence any more. */
  user_offline(person?: Partial<OnlineUser>): void
  /** Every few seconds while a message is being written. */
  typing(): void
  /** Hear of changes of this, and of nothing else any more; null of nothing. */
  watch(watched: Watched | null): void
}
