import { sql } from 'kysely'
import type { LinkKind } from '../../contract/link-tokens.ts'
import type { Person } from '../../contract/permissions.ts'
import type { Db } from '../db/schema.ts'

/** Posts that link to one thing are shown as far as a page holds them. */
const mostShown = 100

/** Posts as links show them, those that the person may see (as `post.read` of contract/permissions.ts). */
const visible = (db: Db, person: Person) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.title', 'users.name as author_name'])
    .select(sql<number>`case when posts.published_at is null then 0 else 1 end`.as('is_published'))
    .$if(person.role !== 'admin', (query) =>
      query.where((post) =>
        post.or([post('posts.published_at', 'is not', null), post('posts.author_id', '=', person.id)]),
      ),
    )

export const findLinkedPosts = (db: Db, person: Person, ids: string[]) =>
  ids.length === 0 ? [] : visible(db, person).where('posts.id', 'in', ids).execute()

/** The posts that link to a file or a post, newest first; not the post itself. */
export const listLinkingPosts = (db: Db, person: Person, kind: LinkKind, targetId: string) =>
  visible(db, person)
    .innerJoin('post_links', 'post_links.post_id', 'posts.id')
    .where('post_links.kind', '=', kind)
    .where('post_links.target_id', '=', targetId)
    .where('posts.id', '!=', targetId)
    .orderBy('posts.id', 'desc')
    .limit(mostShown)
    .execute()
