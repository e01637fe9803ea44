import { setImmediate } from 'node:timers/promises'
import { placeOf } from '../../contract/content/places.ts'
import type { Hit } from '../../contract/search.ts'
import type { Db } from '../db/schema.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import type { FoundDocument } from '../db/search/search.ts'
import { messageText } from '../markdown/message-excerpt.ts'
import { excerptAround, excerptOfPages, type Matcher, markedWords } from './excerpt.ts'
import { type FoundText, readFoundTexts } from './queries.ts'

/** Excerpt of the description, or else of the content; in a PDF with the place of the page. */
function excerptOfFile({ id, text, content, file_type }: FoundText, matches: Matcher) {
  const described = excerptAround(text, matches, { isMarkdown: false })
  const inside = described.marks.length === 0 && content ? excerptOfPages(content, matches) : undefined
  if (!inside) return described
  const { page, ...excerpt } = inside
  if (file_type !== 'application/pdf') return excerpt
  return { ...excerpt, path: placeOf.filePage({ id, page, words: markedWords(excerpt) }) }
}

/** Text to be shown: of a message nothing is Markdown but its links. */
const shownText = (kind: DocumentKind, { text }: FoundText) => (kind === 'message' ? messageText(text) : text)

/** Documents as hits, in their order; without those that were deleted or hidden since. */
export async function hitsOf(
  db: Db,
  documents: FoundDocument[],
  { draftsOf, matches, thumbOf }: { draftsOf: string; matches: Matcher; thumbOf: (id: string) => string },
): Promise<Hit[]> {
  const texts = new Map<string, FoundText>()
  const kinds = [...new Set(documents.map((document) => document.kind))]
  await Promise.all(
    kinds.map(async (kind) => {
      const ids = documents.filter((one) => one.kind === kind).map(({ ref_id }) => ref_id)
      for (const [id, text] of await readFoundTexts(db, kind, ids, draftsOf)) texts.set(kind + id, text)
    }),
  )
  const hits: Hit[] = []
  for (const { kind, ref_id } of documents) {
    const text = texts.get(kind + ref_id)
    if (!text) continue
    const excerpt = kind === 'file' ? excerptOfFile(text, matches) : excerptAround(shownText(kind, text), matches, text)
    hits.push({
      kind,
      id: ref_id,
      title: text.title,
      thumb_url: text.has_preview ? thumbOf(ref_id) : null,
      path: placeOf[kind]({ ...text, words: markedWords(excerpt) }),
      ...excerpt,
      author_name: text.author_name,
      at: new Date(text.at).toISOString(),
    })
    // a text may take some milliseconds
    await setImmediate()
  }
  return hits
}
