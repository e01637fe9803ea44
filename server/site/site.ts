import { Readable } from 'node:stream'
import type { Db } from '../db/schema.ts'
import { batches } from '../lib/batches.ts'
import type { Dates } from '../lib/dates.ts'
import type { ZipEntry } from '../lib/zip.ts'
import type { Size } from '../markdown/elements.ts'
import type { Storage } from '../storage/storage.ts'
import { type Frame, type Page, pageParts } from './page.ts'
import type { ListedFile } from './queries.ts'

/** Receives the files of a site: a new folder, or a ZIP that is sent. */
export interface Sink {
  /** Resolves when the file is written. An error of its bytes is thrown as it is. */
  add(file: ZipEntry): Promise<void>
  /** Takes back a file that could not be read to its end. Without it the whole site fails then. */
  remove?(path: string): void
}

/** Fault of a file's bytes. */
export type Fault = { kind: 'missing' } | { kind: 'unreadable'; reason: string } | { kind: 'damaged'; size: number }

/** Post or file to which texts link. */
export interface Target {
  title: string
  /** Path in the site, if it is there. */
  path?: string
  /** Id of an element of the page at the path. */
  fragment?: string
  /** Address of a link of the archive. */
  url?: string
  /** Path of a picture that a browser shows. */
  picture?: string | undefined
  size?: Size | undefined
}

/** Targets of links in some texts; plain data, as texts become HTML in another thread. */
export interface Links {
  scope: Site['scope']
  publicUrl: string | undefined
  targets: Map<string, Target>
  /** Ids of the posts of comments. */
  comments: Map<string, string>
}

/** A text that becomes HTML. */
export interface Text {
  /** Path of the page on which the HTML will be. */
  page: string
  /** Unique on the page. */
  id: string
  text: string
  /** Level of the text's first headings. */
  level: number
  links: Links
}

/** Turns texts into HTML in one thread for all sites, which is started when it is needed and ends when it isn't. */
export interface Markdown {
  toHtml(text: Text): Promise<string>
  close(): Promise<void>
}

/** A site of static pages while it is written: of everybody's things, or of one person's own. */
export interface Site {
  scope: 'everybody' | 'own'
  db: Db
  /** Reads the present, where `db` reads one moment. */
  currentDb: Db
  storage: Storage
  sink: Sink
  markdown: Markdown
  dates: Dates
  madeAt: number
  /** Address of the community, if it is known. */
  publicUrl: string | undefined
  frame: Frame
  /** Posts and files to which texts link, by kind and id: `post 3f2a…`. */
  targets: Map<string, Target>
  /** Finds posts and comments with these ids that aren't in `targets`. */
  findMore?(ids: string[]): Promise<{ targets: Map<string, Target>; comments: Map<string, string> }>
  reportFault(file: ListedFile, fault: Fault, path: string): void
  /** Called for a text that could not become HTML. */
  reportText(id: string, error: unknown): void
  /** Called for what was copied and written. */
  onBytes?(count: number): void
}

/** Characters of a piece of a text, at least: each piece passes several streams. */
const pieceLength = 16_384

/** Joins short texts, so that a page of a hundred thousand lines isn't a hundred thousand pieces. */
async function* inPieces({ onBytes }: Site, texts: AsyncIterable<string> | Iterable<string>) {
  let piece = ''
  for await (const text of texts) {
    piece += text
    onBytes?.(text.length)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

export const addText = (
  site: Site,
  path: string,
  text: string | AsyncIterable<string> | Iterable<string>,
  modified = site.madeAt,
) =>
  site.sink.add({
    path,
    modified,
    isCompressed: true,
    bytes: Readable.from(typeof text === 'string' ? [text] : inPieces(site, text)),
  })

export const addPage = (site: Site, page: Page, body: AsyncIterable<string> | Iterable<string>, modified?: number) =>
  addText(site, page.path, pageParts(site.frame, page, body), modified)

/** The rows as an array, each on a line. */
export const addRows = (site: Site, path: string, rows: AsyncIterable<object> | Iterable<object>) =>
  addText(site, path, rowParts(rows))

async function* rowParts(rows: AsyncIterable<object> | Iterable<object>) {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

const batchSize = 100

/** Writes the rows of these keys as JSON, and returns them once more, for pages. */
export async function writeRows<K, T>(
  site: Site,
  path: string,
  keys: K[],
  read: (keys: K[]) => Promise<T[]>,
  toObject: (row: T) => object,
) {
  async function* readAll() {
    for (const batch of batches(keys, batchSize)) yield await read(batch)
  }
  async function* objects() {
    for await (const rows of readAll()) yield* rows.map(toObject)
  }
  if (keys.length > 0) await addRows(site, path, objects())
  return readAll()
}
