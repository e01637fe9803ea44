import type { Types } from './types.ts'

/** Accounts and signing in. */
export const accounts = ({ text }: Types) => [
  `create table users (
    id ${text} primary key,
    name ${text} not null,
    name_key ${text} not null,
    email ${text} not null,
    email_key ${text} not null,
    role ${text} not null check (role in ('admin', 'normal')),
    avatar ${text},
    phone ${text},
    password_hash ${text} not null,
    created_at bigint not null,
    deactivated_at bigint,
    deleted_at bigint,
    new_posts integer not null default 1,
    admin_notifications integer not null default 1,
    comment_replies integer not null default 1,
    weekly_digest integer not null default 0,
    avatar_key ${text},
    created_by ${text} references users (id) on delete restrict,
    client_id ${text},
    must_choose_since bigint,
    second_factor_at bigint,
    hides_pushes integer not null default 0
  )`,
  // names and addresses of deleted accounts can be used again
  'create unique index users_name_key on users (name_key) where deleted_at is null',
  'create unique index users_email_key on users (email_key) where deleted_at is null',
  'create unique index users_avatar_key on users (avatar_key)',
  'create unique index users_client_id on users (created_by, client_id) where client_id is not null',

  `create table sessions (
    id ${text} primary key,
    token_hash ${text} not null unique,
    user_id ${text} not null references users (id) on delete cascade,
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint not null,
    heartbeat_at bigint,
    agent ${text},
    address ${text},
    confirmed_at bigint,
    device_since bigint not null default 0,
    kept integer not null default 0
  )`,
  'create index sessions_user on sessions (user_id)',
  'create index sessions_heartbeat on sessions (heartbeat_at)',
  'create index sessions_expiry on sessions (expires_at)',

  `create table login_failures (
    key ${text} primary key,
    failures integer not null,
    window_ends_at bigint not null
  )`,
  'create index login_failures_window_ends_at on login_failures (window_ends_at)',

  `create table password_links (
    id ${text} not null,
    user_id ${text} not null references users (id) on delete cascade,
    purpose ${text} not null check (purpose in ('invitation', 'reset', 'alarm')),
    created_by ${text} references users (id) on delete set null,
    created_at bigint not null,
    expires_at bigint not null,
    constraint password_links_id primary key (id),
    constraint password_links_user_purpose unique (user_id, purpose)
  )`,
  'create index password_links_created_by on password_links (created_by)',

  `create table known_devices (
    user_id ${text} not null references users (id) on delete cascade,
    sign_hash ${text} not null,
    created_at bigint not null,
    last_seen_at bigint not null,
    primary key (user_id, sign_hash)
  )`,

  `create table totp_secrets (
    user_id ${text} not null primary key references users (id) on delete cascade,
    secret ${text} not null,
    last_step bigint not null,
    created_at bigint not null,
    device_since bigint not null default 0
  )`,
  `create table recovery_codes (
    user_id ${text} not null references users (id) on delete cascade,
    code_hash ${text} not null,
    salt ${text} not null,
    created_at bigint not null default 0,
    primary key (user_id, code_hash)
  )`,
  `create table factor_demands (
    audience ${text} not null primary key check (audience in ('admins', 'everybody')),
    from_at bigint not null
  )`,

  `create table passkeys (
    id ${text} not null primary key,
    user_id ${text} not null references users (id) on delete cascade,
    credential_id ${text} not null unique,
    public_key ${text} not null,
    counter bigint not null,
    transports ${text} not null,
    backed_up integer not null,
    name ${text} not null,
    created_at bigint not null,
    last_used_at bigint,
    device_since bigint not null default 0
  )`,
  'create index passkeys_user on passkeys (user_id)',
  `create table passkey_challenges (
    challenge ${text} not null primary key,
    kind ${text} not null,
    bound_to ${text} not null,
    expires_at bigint not null
  )`,
  'create index passkey_challenges_expires_at on passkey_challenges (expires_at)',
]
