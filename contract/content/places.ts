// Addresses of things, which few pages need when they are loaded.
import type { ArchiveFile } from '../files.ts'
import { pages } from '../pages.ts'

/** Names of parameters in addresses of pages. */
export const parameters = {
  category: 'categoria',
  message: 'mensaje',
  broadcast: 'aviso',
  /** Page of a PDF. */
  page: 'pagina',
  /** Words to mark in a text. */
  words: 'resaltar',
} as const

/** Ids of elements in the pages that list things, for the fragments of addresses. */
export const anchorOf = {
  comment: (id: string) => `comment-${id}`,
  news: (id: string) => `noticia-${id}`,
}

interface Thing {
  id: string
}

const withId = ({ path }: { path: string }, id: string) => path.replace(':id', id)
const withSearch = (path: string, search: Record<string, string>) => `${path}?${new URLSearchParams(search)}`

/** Addresses of things in our pages: for links of the web, hits, notices, push messages and mails. */
export const placeOf = {
  post: ({ id, words = [] }: Thing & { words?: string[] }) =>
    words.length === 0
      ? withId(pages.post, id)
      : withSearch(withId(pages.post, id), { [parameters.words]: words.join(' ') }),
  editPost: ({ id }: Thing) => withId(pages.editPost, id),
  comment: ({ id, post_id }: Thing & { post_id: string }) => `${withId(pages.post, post_id)}#${anchorOf.comment(id)}`,
  message: ({ id }: Thing) => withSearch(pages.chat.path, { [parameters.message]: id }),
  news: ({ id }: Thing) => `${pages.news.path}#${anchorOf.news(id)}`,
  file: ({ id }: Thing) => withId(pages.viewFile, id),
  filePage: ({ id, page, words }: Thing & { page: number; words: string[] }) =>
    withSearch(withId(pages.viewFile, id), { [parameters.page]: `${page}`, [parameters.words]: words.join(' ') }),
  category: ({ id }: Thing) => withSearch(pages.blog.path, { [parameters.category]: id }),
  broadcast: ({ id }: Thing) => withSearch(pages.notices.path, { [parameters.broadcast]: id }),
  /** Everything that a person wrote. */
  writings: ({ id }: Thing) => withSearch(pages.search.path, { from: id }),
  /** A person in the list of administrators. */
  account: ({ name }: { name: string }) => withSearch(pages.admin.path, { q: name }),
}

/** Null for a link, which has no bytes here. */
export const downloadAddress = ({ cloudinary_url }: ArchiveFile) => cloudinary_url && `${cloudinary_url}?download=1`
