import type { Generated } from 'kysely'
import type { FileTextState } from '../../../contract/files.ts'

export const documentKinds = ['post', 'comment', 'message', 'news', 'file'] as const
export type DocumentKind = (typeof documentKinds)[number]

export interface SearchTables {
  /** Documents that the search finds: see `server/search`, and `documents.ts`, which has the tokens. */
  documents: {
    /** Nearly always ascends with the moments of the documents of a kind; those that were indexed later have negative ones. */
    doc: Generated<number>
    kind: DocumentKind
    ref_id: string
    /** Moment of the publication, or the creation. */
    at: number
  }

  /** Text inside a file, read by a running server; files without a row haven't been read. */
  file_texts: {
    file_id: string
    /** `waiting` after a fault of the machine, `failed` after the last try. */
    state: FileTextState | 'waiting' | 'failed'
    /** That ended with a fault of the machine. */
    tries: Generated<number>
    /** Moment of the next try of one that waits. */
    retry_at: number | null
    /** Words and stems of the content, with spaces between them. */
    tokens: Generated<string>
    /** Pages, with form feeds between them. */
    content: Generated<string>
  }

  /** See `words.ts`. */
  search_words: {
    word: string
    typed: string
    /** The word from its end to its beginning. */
    reversed: string
  }

  /** Progress of the index through older rows, from the newest to the oldest. */
  search_fills: {
    source: 'published' | 'drafts' | 'news' | 'files' | 'comments' | 'messages'
    /** Sort keys of the last one. */
    last_at: number | null
    last_id: string | null
    is_done: Generated<number>
  }
}
