import type { Role } from '../../contract/users.ts'

/** Person behind a request, as in the database at that moment. */
export interface SignedIn {
  id: string
  name: string
  role: Role
  session_id: string
  /** The client's address; null for the operator at the machine itself. */
  address: string | null
  /** Last time that the person gave their password or a passkey in this session; absent outside of requests. */
  confirmed_at?: number | null
  /** The session can do nothing but add a demanded second factor. */
  must_add_factor?: boolean
  /** The client takes a new token after a change of password or factor, or a confirmation. */
  takes_new_token?: boolean
}

export interface ClientInfo {
  agent: string | null
  address: string
  /** False if the session that is opened ends with the browser. */
  keeps: boolean
  /** Header of the request. */
  cookies: string | undefined
}
