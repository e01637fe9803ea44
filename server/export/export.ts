import type { Db } from '../db/schema.ts'
import type { Dates } from '../lib/dates.ts'
import type { Size } from '../markdown/elements.ts'
import type { Storage } from '../storage/storage.ts'
import type { ListedFile } from './queries.ts'
import type { Site } from './site.ts'

/** The first page of a category's or an author's posts. */
export interface ListPage {
  name: string
  path: string
}

/** Where a file of the archive is in the site. */
export interface ExportedFile {
  title: string
  /** Path in the site, or the address of a link. */
  target: string
  /** Id of the element in the target. */
  fragment?: string
  isElsewhere: boolean
  /** Path of a picture that a browser shows. */
  picture: string | undefined
  size?: Size | undefined
}

/** An export that is being made. */
export interface SiteExport {
  /** Reads at one moment. */
  db: Db
  /** Reads the present. */
  currentDb: Db
  storage: Storage
  site: Site
  dates: Dates
  /** Origin of the community's addresses, if it is known. */
  publicUrl: string | undefined
  /** For the foot of each page. */
  madeAt: string
  progress: { step(name: string, totalBytes?: number): void; bytes(count: number): void }
  reportFault(file: Pick<ListedFile, 'id' | 'original_name'>, fault: string): void
  /** By id. */
  files: Map<string, ExportedFile>
  categories: Map<string, ListPage>
  /** By account. */
  authors: Map<string, ListPage>
}
