import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DocumentKind } from '../../server/db/search/schema.ts'
import { newId } from '../../server/ids.ts'
import { documentTokens } from '../../server/search/documents.ts'
import type { SearchedRow } from '../../server/search/queries.ts'
import { firstPost } from './community.ts'
import { requestOf } from './load.ts'

const words = 'la biblioteca de Alejandría guarda los textos que sus miembros escriben y leen cada día '
const links = Array.from({ length: 3 }, (_, n) => `${n + 1}`.padStart(32, '0'))
/** 3 kB with three links. */
const content = `${words.repeat(33)} ${links.map((id) => `{{post:${id}|Otro}}`).join(' ')}`
const title = 'Lo que se guarda'
const comment = 'De acuerdo con todo, y gracias por escribirlo.'

interface Write {
  path: string
  body(): object
  /** The same rows, written by node:sqlite alone; called inside of a transaction. */
  prepare(sqlite: DatabaseSync): () => void
}

const values = (names: string) =>
  `(${names}) values (${names
    .split(',')
    .map(() => '?')
    .join(',')})`

/** Writes the same document for each id. */
function indexWriter(sqlite: DatabaseSync, kind: DocumentKind, row: Pick<SearchedRow, 'title' | 'text' | 'author_id'>) {
  const document = sqlite.prepare(`insert into documents ${values('kind,ref_id,at')}`)
  const index = sqlite.prepare(`insert into post_tokens ${values('rowid,tokens')}`)
  const tokens = documentTokens(kind, { ...row, id: '', category_id: null, at: 0 }).join(' ')
  return (id: string, at: number) => index.run(document.run(kind, id, at).lastInsertRowid, tokens)
}

export const writes: Record<string, Write> = {
  'a comment': {
    path: `/comments/post/${firstPost}`,
    body: () => ({ content: comment, client_id: randomUUID() }),
    prepare(sqlite) {
      const author = authorOf(sqlite)
      const insert = sqlite.prepare(
        `insert into comments ${values('id,post_id,author_id,client_id,content,created_at,updated_at')}`,
      )
      const index = indexWriter(sqlite, 'comment', { title: '', text: comment, author_id: author })
      return () => {
        const [id, now] = [newId(), Date.now()]
        insert.run(id, firstPost, author, randomUUID(), comment, now, now)
        index(id, now)
      }
    },
  },
  'a chat message': {
    path: '/chat/messages',
    body: () => ({ message: comment, client_id: randomUUID() }),
    prepare(sqlite) {
      const author = authorOf(sqlite)
      const next = sqlite.prepare(`update counters set value = value + 1 where name = 'chat' returning value`)
      const insert = sqlite.prepare(
        `insert into chat_messages ${values('seq,id,author_id,client_id,message,created_at')}`,
      )
      const index = indexWriter(sqlite, 'message', { title: '', text: comment, author_id: author })
      return () => {
        const { value } = next.get() as { value: number }
        const [id, now] = [newId(), Date.now()]
        insert.run(value, id, author, randomUUID(), comment, now)
        index(id, now)
      }
    },
  },
  'a post of 3 kB': {
    path: '/posts',
    body: () => ({ title, content, client_id: randomUUID() }),
    prepare(sqlite) {
      const author = authorOf(sqlite)
      const insert = sqlite.prepare(
        `insert into posts ${values('id,title,content,excerpt,excerpt_cut,word_count,author_id,client_id,created_at,updated_at,version')}`,
      )
      const version = sqlite.prepare(
        `insert into post_versions ${values('post_id,version,title,content,editor_id,saved_at')}`,
      )
      const index = indexWriter(sqlite, 'post', { title, text: content, author_id: author })
      const link = sqlite.prepare(`insert into post_links ${values('post_id,kind,target_id')}`)
      return () => {
        const [id, now] = [newId(), Date.now()]
        insert.run(id, title, content, content.slice(0, 200), 1, 500, author, randomUUID(), now, now, 1)
        version.run(id, 1, title, content, author, now)
        index(id, now)
        for (const target of links) link.run(id, 'post', target)
      }
    },
  },
}

const authorOf = (sqlite: DatabaseSync) => (sqlite.prepare('select id from users limit 1').get() as { id: string }).id

export const writeRequest = ({ path, body }: Write, token: string) =>
  requestOf('POST', `/api${path}`, { token, body: body() })

/** Durable writes in a second by node:sqlite alone, one transaction each. */
export function rawRate(dataDir: string, { prepare }: Write, ms: number) {
  const sqlite = new DatabaseSync(join(dataDir, 'alejandria.db'), { enableForeignKeyConstraints: true })
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full')
  const write = prepare(sqlite)
  const begun = performance.now()
  let count = 0
  while (performance.now() - begun < ms) {
    sqlite.exec('begin immediate')
    write()
    sqlite.exec('commit')
    count++
  }
  const seconds = (performance.now() - begun) / 1000
  sqlite.close()
  return count / seconds
}
