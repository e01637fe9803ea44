export type ImportKind = 'whatsapp' | 'wordpress' | 'folder'
export type ImportedKind = 'post' | 'comment' | 'message' | 'file' | 'category' | 'person'

export interface ImportTables {
  /** Runs of the operator's imports, numbered from 1. */
  imports: {
    id: number
    kind: ImportKind
    /** Name of the file or folder that was imported, without its path. */
    name: string
    started_at: number
    /** Null for one that is under way, or was killed: it goes on when the same is imported again. */
    ended_at: number | null
    undone_at: number | null
    /** `ReportSummary` as JSON, once it has ended. */
    report: string | null
  }

  /** Things that imports brought. Rows outlive their things: what people deleted isn't brought again. */
  imported: {
    /** Name of the thing in each export that has it: 'wordpress example.org post 12'. */
    source: string
    import_id: number
    kind: ImportedKind
    /** For a person: the member, or the row of somebody who has no account. */
    thing_id: string
  }
}
