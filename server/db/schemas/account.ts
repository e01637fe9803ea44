// Tables of accounts and of signing in, for schema.ts.
import type { Generated } from 'kysely'
import type { Role } from '../../../contract/users.ts'

/** 'alarm': somebody says that a sign-in wasn't theirs. */
export type LinkPurpose = 'invitation' | 'reset' | 'alarm'

export interface AccountTables {
  users: {
    id: string
    name: string
    /** For comparing and sorting: see `toNameKey`. */
    name_key: string
    email: string
    email_key: string
    role: Role
    avatar: string | null
    /** Storage key of a small copy, if the avatar is an image of another site. */
    avatar_key: Generated<string | null>
    phone: string | null
    /** A hash, or how the person signs in without one: see server/accounts/account-state.ts. */
    password_hash: string
    /** Null, or the moment from which this password opens nothing but the choice of another one. */
    must_choose_since: Generated<number | null>
    /** The admin who created the account; null for the operator, and for accounts from before this column. */
    created_by: Generated<string | null>
    /** Chosen by that admin; unique per admin, null once the account is deleted. */
    client_id: Generated<string | null>
    created_at: number
    deactivated_at: number | null
    /** The row of a deleted user stays, emptied except for the name, which posts and comments still show. */
    deleted_at: number | null
    /** Since then the account has a second factor without a break; null without one. Kept by `refreshFactors`. */
    second_factor_at: Generated<number | null>
    /** 1 if a new device of the person hides the content of push messages: the last choice for any of them. */
    hides_pushes: Generated<number>
    /** Mail preferences: 1 or 0. */
    new_posts: Generated<number>
    admin_notifications: Generated<number>
    comment_replies: Generated<number>
    weekly_digest: Generated<number>
  }

  sessions: {
    id: string
    /** SHA-256 of the token; the token itself is not stored. */
    token_hash: string
    user_id: string
    created_at: number
    last_seen_at: number
    expires_at: number
    /** 1 if the person keeps the session on the device, 0 if it ends with the browser. */
    kept: Generated<number>
    heartbeat_at: number | null
    /** User-Agent and client address of the last request. */
    agent: string | null
    address: string | null
    /** Last time that the person gave their password; null if it isn't known. */
    confirmed_at: Generated<number | null>
    /** Since when the device was known at the sign-in; the sign-in itself for a new one. */
    device_since: Generated<number>
  }

  login_failures: {
    /** A client address, or an address and a name; also what else is counted in a window, such as an author's push messages. */
    key: string
    failures: number
    window_ends_at: number
  }

  /** Open links to choose a password. Their tokens are made from the id: see `server/one-time-links/make.ts`. */
  password_links: {
    id: string
    user_id: string
    /** Unique per person. */
    purpose: LinkPurpose
    /** The admin who made it; null for the operator, and for a person's own request. */
    created_by: string | null
    created_at: number
    expires_at: number
  }

  /** Signs by which a person's devices are recognized: a cookie's token, or the network and kind of a browser. */
  known_devices: {
    user_id: string
    sign_hash: string
    created_at: number
    last_seen_at: number
  }

  /** Moments from which a second factor is demanded. */
  factor_demands: {
    audience: 'admins' | 'everybody'
    from_at: number
  }

  /** Authenticator apps. */
  totp_secrets: {
    user_id: string
    /** Encrypted: see `server/auth/factors/second-step.ts`. */
    secret: string
    /** Time step of the last code that was taken: neither it nor an earlier one is taken again. */
    last_step: number
    created_at: number
    /** That of the session that added it. */
    device_since: Generated<number>
  }

  /** Unused ones. */
  recovery_codes: {
    user_id: string
    /** Argon2id; all codes of a person have one salt, with its cost unless it is of the first version: see `hashWithSalt`. */
    code_hash: string
    salt: string
    created_at: Generated<number>
  }

  /** Passkeys (WebAuthn). */
  passkeys: {
    id: string
    user_id: string
    /** Chosen by the device; base64url. */
    credential_id: string
    /** COSE, as base64url. */
    public_key: string
    /** Number of uses that the device counts; 0 for ever if it doesn't. */
    counter: number
    /** Ways to reach the device, separated by commas: hints for browsers. */
    transports: string
    /** 1 if other devices of the person have it too. */
    backed_up: number
    name: string
    created_at: number
    /** That of the session that added it. */
    device_since: Generated<number>
    last_used_at: number | null
  }

  /** Challenges that wait for their answer, once. */
  passkey_challenges: {
    challenge: string
    kind: 'sign_in' | 'add' | 'confirm' | 'invitation'
    /** Session, or link of an invitation; empty for a sign-in. */
    bound_to: string
    expires_at: number
  }
}
