import { limits } from '../../contract/limits.ts'
import { isSearchDate, type SearchKind } from '../../contract/search.ts'
import { type SearchWord, searchText, searchWords } from '../search/words.ts'

/** Parts of a search as it was typed. */
const newSearch = () => ({
  /** Each must be found, as it is, as the beginning of a word or by its stem. */
  words: [] as SearchWord[],
  /** Normalized, each to be found word for word. */
  phrases: [] as string[],
  excludedWords: [] as string[],
  excludedPhrases: [] as string[],
  /** Beginnings of names of authors. */
  authors: [] as string[],
  /** Beginnings of names of categories. */
  categories: [] as string[],
  kinds: [] as SearchKind[],
  before: [] as string[],
  after: [] as string[],
})
type ParsedSearch = ReturnType<typeof newSearch>

/** With the filters beside the field. */
export interface Search extends ParsedSearch {
  /** As it was typed. */
  q: string
  /** Moments; the first is included, the second isn't. */
  from?: number | undefined
  until?: number | undefined
  author_id?: string | undefined
  category_id?: string | undefined
}

/** A word or a phrase, perhaps after a minus, or after the name of a filter. */
const part = /(?<minus>-)?(?:(?<filter>[\p{L}]+):)?(?:["“”«](?<phrase>[^"“”«»]*)["“”»]?|(?<word>[^\s"“”«»]+))/gu

type FilterName = 'authors' | 'categories' | 'kinds' | 'before' | 'after'

const filterNames = new Map<string, FilterName>([
  ['de', 'authors'],
  ['en', 'categories'],
  ['tipo', 'kinds'],
  ['antes', 'before'],
  ['despues', 'after'],
])

const kindNames = new Map<string, SearchKind>(
  Object.entries({
    articulo: 'post',
    articulos: 'post',
    entrada: 'post',
    entradas: 'post',
    blog: 'post',
    post: 'post',
    posts: 'post',
    comentario: 'comment',
    comentarios: 'comment',
    mensaje: 'message',
    mensajes: 'message',
    chat: 'message',
    noticia: 'news',
    noticias: 'news',
    archivo: 'file',
    archivos: 'file',
    documento: 'file',
    documentos: 'file',
    persona: 'person',
    personas: 'person',
    miembro: 'person',
    miembros: 'person',
    categoria: 'category',
    categorias: 'category',
    pagina: 'page',
    paginas: 'page',
  }),
)

/** Maximum of values of a filter; further ones are ignored. */
const maxFilters = 5

/** Further ones are not required, or not excluded. */
const maxWords = 12
const maxPhrases = 12
const maxExcluded = 50

/** Words that are in nearly every text, or in questions: a search that has others doesn't require them. */
const stopWords = new Set(
  'a al como con cual cuando de del donde e el en es hay la las le lo los me mi o para por puedo que quien se si su sus u un una unas unos y ya'.split(
    ' ',
  ),
)

/** A word that looks like a filter without being one, such as an address, is searched for as it is. */
export function parseSearch(q: string): ParsedSearch {
  const found = newSearch()
  const plain: string[] = []
  for (const { groups = {}, 0: whole } of q.matchAll(part)) {
    const { minus, filter = '', phrase, word } = groups
    // a filter that is still being typed
    if (word?.endsWith(':') && filterNames.has(searchText(word))) continue
    const value = phrase ?? word ?? ''
    const name = minus ? undefined : filterNames.get(searchText(filter))
    if (name !== undefined && addFilter(found, name, value)) continue
    const text = searchText(filter === '' ? value : whole)
    if (text === '') continue
    if (minus && phrase === undefined && filter === '')
      for (const excluded of text.split(' ')) add(found.excludedWords, excluded, maxExcluded)
    else if (minus) add(found.excludedPhrases, text, maxPhrases)
    else if (phrase !== undefined) add(found.phrases, text, maxPhrases)
    else plain.push(whole)
  }
  const words = searchWords(plain.join(' '), { length: limits.searchEverything, words: maxWords })
  const meaningful = words.filter(({ word }) => !stopWords.has(word))
  found.words = meaningful.length > 0 || found.phrases.length > 0 ? meaningful : words
  return found
}

function addFilter(found: ParsedSearch, name: FilterName, value: string) {
  const text = searchText(value)
  if (name === 'kinds') {
    const kind = kindNames.get(text)
    if (kind) add(found.kinds, kind)
    return kind !== undefined
  }
  if (name === 'before' || name === 'after') {
    if (isSearchDate(value)) add(found[name], value)
    return isSearchDate(value)
  }
  if (text !== '') add(found[name], text)
  return text !== ''
}

function add<T>(values: T[], value: T, max = maxFilters) {
  if (!values.includes(value) && values.length < max) values.push(value)
}
