import { type Kysely, sql } from 'kysely'

/** Pictures that had no smaller versions get them when they are asked for, and still screen versions of animations are deleted. */
export const pictures = {
  async up(db: Kysely<unknown>) {
    await sql`alter table files add column screen_is_original integer not null default 0`.execute(db)
    // the query of the images also finds those without smaller versions
    await sql`drop index files_pictures`.execute(db)
    await sql`update files set file_type = 'image/png' where file_type = 'image/apng'`.execute(db)
    await sql`
      insert into pending_blobs (key, reserved_until)
      select bytes_key || '.screen', 0 from files where has_preview = 1 and file_type in ('image/gif', 'image/webp')
      on conflict (key) do nothing
    `.execute(db)
    await sql`
      update files set has_preview = 1 where bytes_key is not null and file_type in
        ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/x-icon', 'image/tiff',
        'image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence')
    `.execute(db)
  },
}
