import { sql } from 'kysely'
import type { LinkKind } from '../../contract/content/link-tokens.ts'
import type { Person } from '../../contract/permissions.ts'
import type { Db } from '../db/schema.ts'

const maxShown = 100

/** Posts that the person may read (`post.read` of contract/permissions.ts), with the fields of a link. */
const readablePosts = (db: Db, person: Person) =>
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
  ids.length === 0 ? [] : readablePosts(db, person).where('posts.id', 'in', ids).execute()

/** Newest first. */
export const listLinkingPosts = (db: Db, person: Person, kind: LinkKind, targetId: string) =>
  readablePosts(db, person)
    .innerJoin('post_links', 'post_links.post_id', 'posts.id')
    .where('post_links.kind', '=', kind)
    .where('post_links.target_id', '=', targetId)
    .where('posts.id', '!=', targetId)
    .orderBy('posts.id', 'desc')
    .limit(maxShown)
    .execute()
