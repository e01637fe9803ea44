import type { Types } from './types.ts'

/** Rows about a deleted thing go with it. Things are deleted in several ways, by references too; messages stay. */
export const removals = ({ isPostgres }: Types) =>
  [documents, mentions, reactions].flatMap(isPostgres ? removalOnPostgres : removalOnSqlite)

interface Removal {
  table: string
  id: string
  /** Of each trigger, after its table. */
  trigger: string
  /** Of PostgreSQL. */
  remove: string
  /** By the tables of the things. */
  kinds: Record<string, string>
}

const kinds = { posts: 'post', comments: 'comment', news: 'news', files: 'file' }
const documents = { table: 'documents', id: 'ref_id', trigger: 'not_found', remove: 'remove_document', kinds }
const mentions = {
  table: 'mentions',
  id: 'source_id',
  trigger: 'name_nobody',
  remove: 'remove_mentions',
  kinds: { posts: 'post', comments: 'comment' },
}
const reactions = { table: 'reactions', id: 'target_id', trigger: 'reactions_gone', remove: 'remove_reactions', kinds }

const removalOnSqlite = ({ table, id, trigger, kinds }: Removal) =>
  Object.entries(kinds).map(
    ([things, kind]) => `create trigger ${things}_${trigger} after delete on ${things} begin
      delete from ${table} where kind = '${kind}' and ${id} = old.id;
    end`,
  )

const removalOnPostgres = ({ table, id, trigger, remove, kinds }: Removal) => [
  `create function ${remove}() returns trigger language plpgsql as $$ begin
    delete from ${table} where kind = tg_argv[0] and ${id} = old.id;
    return null;
  end $$`,
  ...Object.entries(kinds).map(
    ([things, kind]) => `create trigger ${things}_${trigger} after delete on ${things}
      for each row execute function ${remove}('${kind}')`,
  ),
]
