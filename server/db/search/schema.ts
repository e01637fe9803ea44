import type { Generated } from 'kysely'

export type DocumentKind = 'post' | 'comment' | 'message' | 'news' | 'file'

/** What the search finds: see `server/search`, and `documents.ts`, which has the tokens. */
export interface Documents {
  /** Nearly always ascends with the moments of the documents of a kind; those that were indexed later have negative ones. */
  doc: Generated<number>
  kind: DocumentKind
  ref_id: string
  /** Of the publication, or the creation. */
  at: number
}

/** How far older rows have been indexed, from the newest to the oldest. */
export interface SearchFills {
  source: 'published' | 'drafts' | 'news' | 'files' | 'comments' | 'messages'
  /** Sort keys of the last one. */
  last_at: number | null
  last_id: string | null
  is_done: Generated<number>
}
