import { setImmediate } from 'node:timers/promises'
import { type Hit, type SearchKind, searchKinds } from '../../contract/search.ts'
import { withWholeWords } from '../../contract/text/invisible.ts'
import type { Cursor, Page } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import {
  type Asked,
  countDocuments,
  type DocumentFilter,
  type FoundDocument,
  findDocuments,
} from '../db/search/search.ts'
import type { SignedIn } from '../http/serve.ts'
import { signUrl } from '../http/signed-urls.ts'
import { joinedTexts } from '../markdown/plain-text.ts'
import { listFills } from '../search/queries.ts'
import type { Services } from '../services.ts'
import { anyHit, hitsByRank, ranks, type Terms } from './conditions.ts'
import { createMatcher } from './excerpt.ts'
import { hitsOf } from './hits.ts'
import { namedHits, pagesOfMostWords, relatedPages, termsOf } from './names.ts'
import type { Search } from './parse.ts'
import { phraseFinder } from './pattern.ts'
import { type FoundText, listNames, readFoundTexts } from './queries.ts'
import { suggestSearch, termsOfMostWords } from './suggest.ts'

/** In the order of cursors. */
const documentKinds = ['post', 'news', 'file', 'comment', 'message'] as const
const withCategory: SearchKind[] = ['post', 'file']

/** Counts end here. */
const maxCount = 1000
/** Documents of a kind and rank in whose texts a phrase is looked for. */
const maxCandidates = 1000
/** Characters of texts that are read for the phrases of a search. */
const maxPhraseCharacters = 10_000_000
/** Characters of them that are parsed, as signs are within their words. */
const maxParsed = 100_000
/** Texts that are read at once: those of files are long. */
const textsAtOnce = { post: 50, news: 50, comment: 50, message: 50, file: 4 }
/** People, categories and pages beside documents. */
const maxNamed = 5

type Found = Page<Hit> & { counts: Map<SearchKind, number> }

type Document = FoundDocument & { rank: number }

/** Test of a text: it has all phrases, word for word, and none of the excluded ones. */
function createPhraseTest({ phrases, excludedPhrases }: Search) {
  const [required, excluded] = [phrases.map(phraseFinder), excludedPhrases.map(phraseFinder)]
  const room = { characters: maxParsed }
  return async ({ title, text, isMarkdown, content }: FoundText) => {
    // the content of a file is in NFC already
    const parts = [withWholeWords(title).normalize('NFC'), text, ...(content ? [content] : [])]
    if (isMarkdown) parts.push(...joinedTexts(text, room))
    async function has(isIn: (text: string) => boolean) {
      // a long text takes some milliseconds
      if (content) await setImmediate()
      return parts.some(isIn)
    }
    for (const phrase of required) if (!(await has(phrase))) return false
    for (const phrase of excluded) if (await has(phrase)) return false
    return true
  }
}

interface Options {
  kinds: SearchKind[]
  limit: number
  /** Maximum of hits of each kind, without further pages. */
  perKind: number | undefined
  /** The rank of the last hit, and for each kind of document the number below which the next hits of that rank are. */
  after: Cursor | undefined
}

/** The best hits first, the newest of equally good ones; what the person may not see isn't found. */
export async function findEverything(
  services: Services,
  user: SignedIn,
  search: Search,
  options: Options,
): Promise<Found> {
  const { db, readDb } = services
  const { limit, perKind, after } = options
  const names = await listNames(db)
  const terms = termsOf(search, names)
  const counts = new Map<SearchKind, number>(options.kinds.map((kind) => [kind, 0]))
  const isEmpty = search.words.length + search.phrases.length === 0
  if (terms === undefined) return { items: [], total: 0, next: null, counts }
  const isNarrowed = terms.fields.length > 0 || search.from !== undefined || search.until !== undefined
  if (isEmpty && !isNarrowed && options.kinds.length === searchKinds.length)
    return { items: [], total: 0, next: null, counts }

  const namesOnly = options.kinds.every((kind) => !documentKinds.some((other) => other === kind))
  const isAdmin = user.role === 'admin'
  const isByName = !isEmpty && !isNarrowed
  // they have no further pages
  const maxOfKind = perKind ?? (namesOnly ? limit : maxNamed)
  const allNamed = isByName ? namedHits(search, names, isAdmin) : []
  const named = options.kinds.flatMap((kind) => allNamed.filter((hit) => hit.kind === kind).slice(0, maxOfKind))
  const pages = isByName && counts.has('page') ? relatedPages(search, isAdmin) : []
  const related = pages.slice(0, maxOfKind - named.filter(({ kind }) => kind === 'page').length)
  for (const { kind } of [...named, ...related]) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kinds = documentKinds.filter(
    (kind) =>
      counts.has(kind) &&
      (withCategory.includes(kind) || (search.category_id === undefined && search.categories.length === 0)),
  )
  const draftsOf = isAdmin ? 'all' : user.id
  const filter = { from: search.from, until: search.until, draftsOf }
  const reader = createReader(readDb, search, filter)
  const counted = await reader.count(kinds, terms)
  for (const [kind, count] of counted) counts.set(kind, count)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const thumbOf = (id: string) => signUrl(services, { id, rendition: 'thumb', session_id: user.session_id })
  const matches = createMatcher(search.words, search.phrases)
  const show = (documents: Document[]) => hitsOf(readDb, documents, { draftsOf, matches, thumbOf })
  const list = (counts: Map<DocumentKind, number>, terms: Terms, length: number) =>
    nextDocuments(counts, terms, reader, length, { perKind, after })
  const isIncomplete = (await listFills(readDb)).length > 0

  /** The best things with some of the words; pages come first if nothing has more words. */
  const partialHits = async () => {
    if (search.words.length < 2 || search.phrases.length + search.excludedPhrases.length > 0) return []
    const most = await termsOfMostWords(terms, (some) => reader.count(kinds, some))
    const found = most ? await show(await list(most.counts, most.terms, limit)) : []
    const pages = isByName && counts.has('page') ? pagesOfMostWords(search, isAdmin) : { count: 0, hits: [] }
    const best = pages.hits.slice(0, maxOfKind)
    return (most && pages.count < most.required ? [...found, ...best] : [...best, ...found]).slice(0, limit)
  }
  if (total === 0 && !after) {
    const items = await partialHits()
    for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const suggestion = await suggestSearch(readDb, kinds, { draftsOf }, search)
    return { items, total: items.length, next: null, counts, isIncomplete, isPartial: items.length > 0, suggestion }
  }

  const first = after ? [] : named.slice(0, limit)
  const last = after ? [] : related.slice(0, limit - first.length)
  const room = limit - first.length - last.length
  const documents = await list(counted, terms, perKind ? room : room + 1)
  const shown = documents.slice(0, room)
  return {
    items: [...first, ...(await show(shown)), ...last],
    total,
    counts,
    isIncomplete,
    next: documents.length > shown.length ? cursorAfter(shown, shown.at(-1)?.rank ?? 0, after) : null,
  }
}

/** For each kind the number of the last shown document of the last rank. */
function cursorAfter(shown: Document[], rank: number, after: Cursor | undefined): Cursor {
  return [
    rank,
    ...documentKinds.map((kind, index) => {
      const last = shown.findLast((document) => document.kind === kind && document.rank === rank)
      return last?.doc ?? (after?.[0] === rank ? (after[index + 1] as number) : Number.MAX_SAFE_INTEGER)
    }),
  ]
}

/** The next documents by rank, perhaps only some of each kind; a kind is finished when all counted ones were returned. */
async function nextDocuments(
  counts: Map<DocumentKind, number>,
  terms: Terms,
  reader: ReturnType<typeof createReader>,
  limit: number,
  { perKind, after }: Pick<Options, 'perKind' | 'after'>,
): Promise<Document[]> {
  const rest = new Map([...counts].map(([kind, count]) => [kind, Math.min(count, perKind ?? count)]))
  const found: Document[] = []
  const begin = Number(after?.[0] ?? 0)
  for (let rank = begin; rank < ranks && found.length < limit; rank++) {
    const asked = documentKinds.flatMap((kind, index): Asked[] => {
      const condition = rest.get(kind) ? hitsByRank(kind, terms)[rank] : undefined
      const below = after && rank === begin ? Number(after[index + 1]) : undefined
      return condition ? [{ kind, condition, below }] : []
    })
    const documents = await reader.list(asked, perKind ?? limit - found.length)
    const ofKinds = asked.map(({ kind }) =>
      documents.filter((one) => one.kind === kind).slice(0, perKind && rest.get(kind)),
    )
    found.push(...merged(ofKinds).map((one) => ({ ...one, rank })))
    for (const [index, { kind }] of asked.entries()) {
      const count = rest.get(kind) ?? 0
      if (count < maxCount) rest.set(kind, count - (ofKinds[index]?.length ?? 0))
    }
  }
  return found.slice(0, limit)
}

/** The newest first; each list keeps its order, by which the next page is found. */
function merged(lists: FoundDocument[][]): FoundDocument[] {
  const rest = lists.map((list) => [...list])
  const all: FoundDocument[] = []
  for (;;) {
    const heads = rest.filter((list) => list.length > 0)
    const newest = heads.toSorted((a, b) => (b[0]?.at ?? 0) - (a[0]?.at ?? 0))[0]?.shift()
    if (!newest) return all
    all.push(newest)
  }
}

/** Reads documents by conditions, and by the phrases that are in their texts. */
function createReader(db: Db, search: Search, filter: DocumentFilter) {
  const hasPhrases = search.phrases.length + search.excludedPhrases.length > 0
  const holdsPhrases = createPhraseTest(search)
  /** Results of the test, by the numbers of the documents that were read. */
  const fitting = new Map<number, boolean>()
  let readCharacters = 0

  async function readTexts(kind: DocumentKind, candidates: { doc: number; ref_id: string }[]) {
    const unknown = candidates.filter(({ doc }) => !fitting.has(doc))
    const ids = unknown.map(({ ref_id }) => ref_id)
    const texts = await readFoundTexts(db, kind, ids, filter.draftsOf)
    for (const { doc, ref_id } of unknown) {
      const text = texts.get(ref_id)
      readCharacters += (text?.text.length ?? 0) + (text?.content?.length ?? 0)
      fitting.set(doc, text !== undefined && (await holdsPhrases(text)))
      // a text may take some milliseconds
      await setImmediate()
    }
  }

  async function withPhrases(asked: Asked, limit: number) {
    const candidates = await findDocuments(db, [asked], filter, maxCandidates)
    const found: typeof candidates = []
    const batchOfTexts = textsAtOnce[asked.kind]
    for (let start = 0; start < candidates.length && found.length < limit; start += batchOfTexts) {
      if (readCharacters > maxPhraseCharacters) break
      const batch = candidates.slice(start, start + batchOfTexts)
      await readTexts(asked.kind, batch)
      found.push(...batch.filter(({ doc }) => fitting.get(doc)))
    }
    return found.slice(0, limit)
  }

  return {
    async list(asked: Asked[], limit: number) {
      if (!hasPhrases) return findDocuments(db, asked, filter, limit)
      const found: FoundDocument[] = []
      for (const one of asked) found.push(...(await withPhrases(one, limit)))
      return found
    },
    async count(kinds: DocumentKind[], terms: Terms) {
      const asked = kinds.map((kind) => ({ kind, condition: anyHit(terms) }))
      if (!hasPhrases) return countDocuments(db, asked, filter, maxCount)
      const counts = new Map<DocumentKind, number>()
      for (const one of asked) counts.set(one.kind, (await withPhrases(one, maxCandidates)).length)
      return counts
    },
  }
}
