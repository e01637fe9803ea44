import type { Hit, SearchKind } from '../../../contract/search.ts'
import type { SignedIn } from '../../auth/signed-in.ts'
import { toSearchName } from '../../db/name-key.ts'
import type { Cursor, Page } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { DocumentKind } from '../../db/search/schema.ts'
import { type Condition, countDocuments, findDocuments } from '../../db/search/search.ts'
import { searchText, tokensOf } from '../words.ts'
import { anyHit, hitsByRank, minBeginning, ranks, type Terms } from './conditions.ts'
import { createMatcher, excerptAround, type Matcher } from './excerpt.ts'
import type { ParsedSearch } from './parse.ts'
import { categoryPlace, personPlace, placeOf, places } from './places.ts'
import { type FoundText, listNames, readFoundTexts } from './queries.ts'

/** In the order of cursors. */
const documentKinds = ['post', 'news', 'file', 'comment', 'message'] as const
const withCategory: SearchKind[] = ['post', 'file']

/** Counts end here. */
const maxCount = 1000
/** Documents of a kind in whose texts a phrase is looked for. */
const maxCandidates = 500
/** People, categories and pages beside documents. */
const maxNamed = 5

interface Search extends ParsedSearch {
  /** Moments; the first is included, the second isn't. */
  from?: number | undefined
  until?: number | undefined
  author_id?: string | undefined
  category_id?: string | undefined
}

type Found = Page<Hit> & { counts: Map<SearchKind, number> }

interface Document {
  kind: DocumentKind
  rank: number
  doc: number
  ref_id: string
  at: number
}

type Names = Awaited<ReturnType<typeof listNames>>

const isNamed = (name: string, words: string[]) =>
  words.every((word) => ` ${searchText(toSearchName(name))}`.includes(` ${toSearchName(word)}`))

/** What the words and filters stand for; undefined if a filter fits nothing. */
function termsOf(search: Search, { users, categories }: Names): Terms | undefined {
  const idsNamed = (named: { id: string; name: string }[], name: string) =>
    named.filter((one) => isNamed(one.name, name.split(' '))).map(({ id }) => id)
  const fields = [
    ...search.authors.map((name) => idsNamed(users, name)),
    ...search.categories.map((name) => idsNamed(categories, name)),
    ...(search.author_id === undefined ? [] : [[search.author_id]]),
    ...(search.category_id === undefined ? [] : [[search.category_id]]),
  ]
  if (fields.some((ids) => ids.length === 0)) return undefined
  const words = search.words.map((word) => ({
    ...word,
    named: word.word.length < minBeginning ? [] : idsNamed([...users, ...categories], word.word),
  }))
  return { words, phrases: search.phrases, excludedWords: search.excludedWords, fields }
}

/** People, categories and pages in whose names all words are. */
function namedHits(search: Search, { users, categories }: Names, isAdmin: boolean): Hit[] {
  const words = [...search.words.map(({ word }) => word), ...search.phrases.flatMap((phrase) => phrase.split(' '))]
  const hit = { excerpt: '', marks: [], author_name: null, at: null }
  const fits = ({ name }: { name: string }) => isNamed(name, words)
  return [
    ...users
      .filter((user) => user.deactivated_at === null && user.deleted_at === null && fits(user))
      .map(({ id, name }): Hit => ({ ...hit, kind: 'person', id, title: name, path: personPlace(id) })),
    ...categories.filter(fits).map(
      ({ id, name, description }): Hit => ({
        ...{ ...hit, excerpt: description ?? '' },
        ...{ kind: 'category', id, title: name, path: categoryPlace(id) },
      }),
    ),
    ...places
      .filter(({ role, title, words: more }) => (isAdmin || role !== 'admin') && hasWords(search, `${title} ${more}`))
      .map(({ title, path }): Hit => ({ ...hit, kind: 'page', id: title, title, path })),
  ]
}

function hasWords({ words, phrases }: Search, text: string) {
  const tokens = tokensOf(text)
  return (
    words.every(({ word, stems }) =>
      tokens.some((token) => (word.length > 1 ? token.startsWith(word) : token === word) || stems.includes(token)),
    ) && phrases.every((phrase) => ` ${searchText(text)} `.includes(` ${phrase} `))
  )
}

const holdsPhrases = ({ phrases, excludedPhrases }: Search, { title, text }: FoundText) => {
  const whole = [title, text].map((part) => ` ${searchText(part)} `)
  const has = (phrase: string) => whole.some((part) => part.includes(` ${phrase} `))
  return phrases.every(has) && !excludedPhrases.some(has)
}

interface Options {
  kinds: SearchKind[]
  limit: number
  /** The rank of the last hit, and for each kind of document the number below which the next hits of that rank are. */
  after: Cursor | undefined
}

/** The best hits first, the newest of equally good ones; what the person may not see isn't found. */
export async function findEverything(db: Db, user: SignedIn, search: Search, options: Options): Promise<Found> {
  const { limit, after } = options
  const names = await listNames(db)
  const terms = termsOf(search, names)
  const counts = new Map<SearchKind, number>(options.kinds.map((kind) => [kind, 0]))
  const isEmpty = search.words.length + search.phrases.length === 0
  const hasFilters =
    (terms?.fields.length ?? 0) > 0 || search.from !== undefined || search.until !== undefined || terms === undefined
  if (terms === undefined || (isEmpty && !hasFilters)) return { items: [], total: 0, next: null, counts }

  const named = hasFilters ? [] : namedHits(search, names, user.role === 'admin').filter(({ kind }) => counts.has(kind))
  for (const { kind } of named) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kinds = documentKinds.filter(
    (kind) =>
      counts.has(kind) &&
      (withCategory.includes(kind) || (search.category_id === undefined && search.categories.length === 0)),
  )
  const reader = createReader(db, user, search)
  for (const kind of kinds) counts.set(kind, await reader.count(kind, anyHit(kind, terms)))

  const ofEach = kinds.length > 0 ? maxNamed : limit
  const first = after
    ? []
    : options.kinds.flatMap((kind) => named.filter((hit) => hit.kind === kind).slice(0, ofEach)).slice(0, limit)
  const documents = await nextDocuments(kinds, terms, reader, limit - first.length + 1, after)
  const shown = documents.slice(0, limit - first.length)
  const last = shown.at(-1)
  const matches = createMatcher(search.words, search.phrases)
  return {
    items: [...first, ...(await hitsOf(db, shown, matches))],
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    next: documents.length > shown.length ? cursorAfter(shown, last?.rank ?? 0, after) : null,
    counts,
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

async function nextDocuments(
  kinds: DocumentKind[],
  terms: Terms,
  reader: ReturnType<typeof createReader>,
  limit: number,
  after: Cursor | undefined,
): Promise<Document[]> {
  const conditions = kinds.map((kind) => ({ kind, byRank: hitsByRank(kind, terms) }))
  const found: Document[] = []
  const begin = Number(after?.[0] ?? 0)
  for (let rank = begin; rank < ranks && found.length < limit; rank++) {
    const ofRank: Document[] = []
    for (const { kind, byRank } of conditions) {
      const condition = byRank[rank]
      const below = after && rank === begin ? Number(after[documentKinds.indexOf(kind as 'post') + 1]) : undefined
      if (condition) ofRank.push(...(await reader.list(kind, rank, condition, below, limit - found.length)))
    }
    found.push(...ofRank.toSorted((a, b) => b.at - a.at || b.doc - a.doc))
  }
  return found.slice(0, limit)
}

/** Reads documents by conditions, and by the phrases that are in their texts. */
function createReader(db: Db, user: SignedIn, search: Search) {
  const hasPhrases = search.phrases.length + search.excludedPhrases.length > 0
  const filterOf = (condition: Condition) => ({
    ...{ condition, from: search.from, until: search.until },
    draftsOf: user.role === 'admin' ? 'all' : user.id,
  })

  async function withPhrases(kind: DocumentKind, condition: Condition, below?: number) {
    const candidates = await findDocuments(db, kind, filterOf(condition), { below, limit: maxCandidates })
    const texts = await readFoundTexts(
      db,
      kind,
      candidates.map(({ ref_id }) => ref_id),
    )
    return candidates.filter(({ ref_id }) => {
      const text = texts.get(ref_id)
      return text !== undefined && holdsPhrases(search, text)
    })
  }

  return {
    async list(kind: DocumentKind, rank: number, condition: Condition, below: number | undefined, limit: number) {
      const rows = hasPhrases
        ? (await withPhrases(kind, condition, below)).slice(0, limit)
        : await findDocuments(db, kind, filterOf(condition), { below, limit })
      return rows.map((row): Document => ({ ...row, kind, rank }))
    },
    count: async (kind: DocumentKind, condition: Condition) =>
      hasPhrases
        ? (await withPhrases(kind, condition)).length
        : countDocuments(db, kind, filterOf(condition), maxCount),
  }
}

async function hitsOf(db: Db, documents: Document[], matches: Matcher): Promise<Hit[]> {
  const texts = new Map<DocumentKind, Map<string, FoundText>>()
  for (const kind of new Set(documents.map((document) => document.kind)))
    texts.set(
      kind,
      await readFoundTexts(
        db,
        kind,
        documents.filter((one) => one.kind === kind).map(({ ref_id }) => ref_id),
      ),
    )
  return documents.flatMap(({ kind, ref_id }) => {
    const text = texts.get(kind)?.get(ref_id)
    if (!text) return []
    return [
      {
        ...{ kind, id: ref_id, title: text.title, path: placeOf[kind](text) },
        ...excerptAround(text.text, matches),
        ...{ author_name: text.author_name, at: new Date(text.at).toISOString() },
      },
    ]
  })
}
