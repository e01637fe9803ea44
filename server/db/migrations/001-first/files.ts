import type { Types } from './types.ts'

/** The archive. */
export const files = ({ text }: Types) => [
  `create table files (
    id ${text} primary key,
    original_name ${text} not null,
    description ${text},
    file_type ${text} not null,
    file_size bigint not null,
    bytes_key ${text},
    sha256 ${text},
    original_url ${text},
    video_id ${text},
    has_preview integer not null,
    category_id ${text} references categories (id) on delete set null,
    uploader_id ${text} not null references users (id) on delete restrict,
    uploaded_at bigint not null,
    search_text ${text} not null default '',
    client_id ${text},
    title ${text},
    title_tries integer not null default 0,
    title_due_at bigint,
    screen_is_original integer not null default 0,
    width integer,
    height integer
  )`,
  'create index files_uploaded on files (uploaded_at, id)',
  'create index files_uploaded_by_category on files (category_id, uploaded_at, id)',
  'create index files_by_uploader on files (uploader_id, file_size)',
  'create index files_title_due on files (title_due_at) where title_due_at is not null',
  'create unique index files_client_id on files (uploader_id, client_id) where client_id is not null',

  `create table file_texts (
    file_id ${text} primary key references files (id) on delete cascade,
    state ${text} not null,
    tries integer not null default 0,
    retry_at bigint,
    tokens ${text} not null default '',
    content ${text} not null default ''
  )`,
  'create index file_texts_state on file_texts (state)',

  `create table uploads (
    id ${text} primary key,
    uploader_id ${text} not null references users (id) on delete cascade,
    name ${text} not null,
    declared_type ${text} not null,
    description ${text},
    category_id ${text},
    file_size bigint not null,
    updated_at bigint not null
  )`,
  `create table pending_blobs (
    key ${text} primary key,
    reserved_until bigint not null
  )`,
  'create index pending_blobs_reserved on pending_blobs (reserved_until)',
]
