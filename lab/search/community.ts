import type { Kysely } from 'kysely'
import { type DatabaseLocation, openDatabase } from '../../server/db/db.ts'
import type { Schema } from '../../server/db/schema.ts'
import { newId } from '../../server/ids.ts'
import { fillIndex } from '../../server/search/fill.ts'
import { tokensOfPages } from '../../server/search/words.ts'
import { randomNumbers } from '../../tools/random.ts'
import { insertMembers } from '../chat/members.ts'

const syllables = 'al be ca der en fa gro hi ir jos la men no or pa que ra si tor un vi xal ya zo'.split(' ')
const wordCount = 60_000

/** Words by how often they are used: the n-th about 1/n as often as the first one, as in any language. */
export function createVocabulary() {
  const random = randomNumbers(7)
  const words = new Set<string>()
  while (words.size < wordCount)
    words.add(
      Array.from(
        { length: 2 + Math.floor(random() * 4) },
        () => syllables[Math.floor(random() * syllables.length)],
      ).join(''),
    )
  return [...words]
}

export const sizes = { posts: 100_000, comments: 300_000, messages: 1_000_000, files: 20_000 }

const members = 300
const batch = 500
const start = Date.UTC(2016, 0, 1)
const minute = 60_000
const numberedId = (n: number) => n.toString(16).padStart(32, '0')

type Table = 'posts' | 'comments' | 'chat_messages' | 'files' | 'file_texts'

/** A community with texts of made-up words, and its index; returns tokens of its members and the bytes of the texts. */
export async function insertSearchedCommunity(location: DatabaseLocation, scale: number) {
  const tokens = await insertMembers(location, members)
  const { db, close } = await openDatabase(location)
  const vocabulary = createVocabulary()
  const random = randomNumbers(1)
  let bytes = 0
  function text(words: number) {
    const written = Array.from({ length: words }, () => vocabulary[Math.floor(wordCount ** random())]).join(' ')
    bytes += written.length
    return written
  }
  const authors = (await db.selectFrom('users').select('id').execute()).map(({ id }) => id)
  const anyone = () => authors[Math.floor(random() * authors.length)] as string

  async function insert<T extends Table>(table: T, count: number, row: (n: number) => object) {
    for (let first = 1; first <= count; first += batch) {
      const rows = Array.from({ length: Math.min(batch, count - first + 1) }, (_, i) => row(first + i))
      await db.transaction().execute(async (tx) => {
        // in parts, for the limit of parameters
        for (let at = 0; at < rows.length; at += 50)
          await (tx as unknown as Kysely<Schema>)
            .insertInto(table)
            .values(rows.slice(at, at + 50) as never)
            .execute()
      })
    }
  }
  const counts = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.round(size * scale)]))
  const { posts = 0, comments = 0, messages = 0, files = 0 } = counts
  await insert('posts', posts, (n) => {
    const [content, at] = [text(380), start + n * minute]
    return {
      id: numberedId(n),
      title: text(5),
      content,
      excerpt: content.slice(0, 200),
      excerpt_cut: 1,
      word_count: 380,
      category_id: null,
      author_id: anyone(),
      published_at: at,
      announced_at: at,
      created_at: at,
      updated_at: at,
      version: 1,
    }
  })
  await insert('comments', comments, (n) => ({
    id: numberedId(n),
    post_id: numberedId(1 + (n % posts)),
    author_id: anyone(),
    content: text(20),
    created_at: start + n * minute,
    updated_at: start + n * minute,
  }))
  await insert('chat_messages', messages, (n) => ({
    seq: n,
    id: numberedId(n),
    author_id: anyone(),
    message: text(8),
    created_at: start + n * minute,
  }))
  await db.updateTable('counters').set({ value: messages }).where('name', '=', 'chat').execute()
  await insert('files', files, (n) => ({
    id: numberedId(n),
    original_name: `${text(2)}.pdf`,
    file_type: 'application/pdf',
    file_size: 1000,
    bytes_key: numberedId(n),
    sha256: '',
    has_preview: 0,
    uploader_id: anyone(),
    uploaded_at: start + n * minute,
  }))
  await insert('file_texts', files, (n) => {
    const content = text(2500)
    return { file_id: numberedId(n), state: 'text', content, tokens: tokensOfPages([content]).join(' ') }
  })
  const begun = performance.now()
  await fillIndex({ db, newId, now: Date.now, log: console as never }, { pauseRatio: 0 })
  const documents = posts + comments + messages + files
  console.log(`${documents} documents indexed in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  await close()
  return { tokens, bytes }
}
