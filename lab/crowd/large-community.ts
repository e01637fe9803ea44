import { type RawBuilder, sql } from 'kysely'
import { type DatabaseLocation, openDatabase } from '../../server/db/db.ts'
import { newId } from '../../server/ids.ts'
import { fillIndex } from '../../server/search/fill.ts'
import { randomNumbers } from '../../tools/random.ts'
import { insertMembers } from '../chat/members.ts'

export interface Size {
  members: number
  posts: number
  messages: number
  events: number
  /** Broadcasts, each with a delivery to every member. */
  mails: number
  /** False leaves the search empty, for a bench that has nothing to do with it: a server doesn't fill it then either. */
  isSearchable?: boolean
}

const syllables = 'al be ca der en fa gro hi ir jos la men no or pa que ra si tor un vi xal ya zo'.split(' ')

/** A vocabulary whose first words are used most, as in any language. */
function vocabulary(random: () => number) {
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => syllables[Math.floor(random() * syllables.length)]).join(
      '',
    ),
  )
  return () => words[Math.floor(words.length * random() ** 4)] as string
}

/**
 * Fills an empty database with a community of this size, without the API, and returns the members' tokens; the first is
 * an administrator's. Posts have some 200 words.
 */
export async function insertLargeCommunity(location: DatabaseLocation, size: Size): Promise<string[]> {
  const tokens = await insertMembers(location, size.members)
  const { db, dialect, close } = await openDatabase(location)
  const random = randomNumbers(1)
  const word = vocabulary(random)
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const authors = (await db.selectFrom('users').select('id').execute()).map(({ id }) => id)
  const anyone = () => authors[Math.floor(random() * authors.length)] as string
  const start = Date.UTC(2016, 0, 1)
  const minute = 60_000
  const numberedId = (n: number) => n.toString(16).padStart(32, '0')

  for (let first = 0; first < size.posts; first += 500) {
    const posts = Array.from({ length: Math.min(500, size.posts - first) }, (_, i) => {
      const at = start + (first + i) * minute
      const content = words(200)
      return {
        id: numberedId(first + i + 1),
        title: words(5),
        content,
        excerpt: content.slice(0, 200),
        excerpt_cut: 1,
        word_count: 200,
        category_id: null,
        author_id: anyone(),
        published_at: at,
        announced_at: at,
        created_at: at,
        updated_at: at,
        version: 1,
      }
    })
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('posts').values(posts).execute()
    })
  }

  const id = dialect === 'postgres' ? sql`lpad(to_hex(i), 32, '0')` : sql`printf('%032x', i)`
  /** In parts: PostgreSQL's statements have a time limit. */
  async function insertNumbered(count: number, into: RawBuilder<unknown>, rows: RawBuilder<unknown>, part = 50_000) {
    for (let first = 1; first <= count; first += part) {
      const last = sql.lit(Math.min(count, first + part - 1))
      await sql`insert into ${into}
        with recursive n(i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${last}) ${rows}`.execute(
        db,
      )
    }
  }
  const [admin = '', somebody = ''] = authors
  await insertNumbered(
    size.messages,
    sql`chat_messages (seq, id, author_id, message, created_at)`,
    sql`select i, ${id}, ${somebody}, 'Mensaje ' || i, ${sql.lit(start)} + i * 1000 from n`,
  )
  await sql`update counters set value = ${size.messages} where name = 'chat'`.execute(db)
  await insertNumbered(
    size.events,
    sql`audit_events (id, at, action, actor_id, actor_name, target, address)`,
    sql`select ${id}, ${sql.lit(start)} + i * 1000,
      case when i % 10 = 0 then 'user_updated' else 'sign_in' end, ${admin}, 'Persona ' || (i % 2000),
      case when i % 10 = 0 then 'Persona ' || (i % 3000) end, '127.0.0.1' from n`,
  )
  await insertNumbered(
    size.mails,
    sql`mails (id, kind, subject, body, author_id, created_at)`,
    sql`select ${id}, 'broadcast', 'Asunto ' || i, 'Texto', ${admin}, ${sql.lit(start)} + i * 1000 from n`,
  )
  await insertNumbered(
    size.mails,
    sql`deliveries (id, mail_id, user_id, state, attempts, due_at, sent_at)`,
    sql`select substr(${id}, 17) || substr(users.id, 17), ${id}, users.id, 'sent', 1, ${sql.lit(start)}, ${sql.lit(start)}
      from n cross join users`,
    20,
  )
  if (size.isSearchable === false) await db.updateTable('search_fills').set({ is_done: 1 }).execute()
  else await fillIndex({ db, newId, now: Date.now, log: console as never }, { pauseRatio: 0 })
  if (dialect === 'postgres') await sql`analyze`.execute(db)
  await close()
  return tokens
}
