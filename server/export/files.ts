import { createHash } from 'node:crypto'
import { isShownEverywhere, kindOf } from '../../contract/content/file-kinds.ts'
import { formatSize } from '../../contract/content/sizes.ts'
import { keyOf } from '../files/previews.ts'
import { findFileRow } from '../files/queries.ts'
import { createUniquePaths, toFileName } from '../lib/file-names.ts'
import { createQueue } from '../lib/queue.ts'
import { toIso } from '../lib/time.ts'
import { knownSize } from '../markdown/elements.ts'
import { OperatorError } from '../operator-error.ts'
import { hrefFrom } from '../pages/href-from.ts'
import { isLinkable } from '../pages/linkable.ts'
import { texts as pageTexts } from '../pages/texts.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import type { ExportedFile, SiteExport } from './export.ts'
import { html } from './html.ts'
import { createList } from './list.ts'
import { type ListedFile, listFiles } from './queries.ts'
import { texts } from './texts.ts'

const batchSize = 200
const maxConcurrentCopies = 4

/** Copies the files of a category, and writes the list of them. */
export async function exportFiles(
  siteExport: SiteExport,
  category: { id: string | null; name: string; folder: string },
) {
  const { db } = siteExport
  const folder = `archivo/${category.folder}`
  const unique = createUniquePaths()
  const copy = createQueue({ maxConcurrent: maxConcurrentCopies })
  const above = html`<a href="index.html">${texts.archive}</a>`
  const list = createList(siteExport, {
    ...{ base: folder, title: category.name, className: 'files', above },
    names: { before: texts.older, after: texts.newer },
  })
  let after: ListedFile | undefined
  do {
    const rows = await listFiles(db, category.id, after, batchSize)
    const copied = await Promise.all(
      rows.map((row) => {
        const path =
          row.bytes_key === null ? undefined : unique(`${folder}/${toFileName(row.original_name, 'archivo')}`)
        return copy(() => copyFile(siteExport, row, path))
      }),
    )
    for (const { row, path, thumb, screen } of copied) {
      const page = list.nextPath()
      const file = located(row, { page, path, screen })
      siteExport.files.set(row.id, file)
      list.add({ item: itemOf(siteExport, row, { page, path, thumb, file }), json: jsonOf(row, path) })
    }
    after = rows.length === batchSize ? rows.at(-1) : undefined
  } while (after)
  return list.end()
}

interface Copied {
  row: ListedFile
  /** Undefined for links and for missing bytes. */
  path: string | undefined
  thumb: string | undefined
  screen: string | undefined
}

async function copyFile(siteExport: SiteExport, row: ListedFile, path: string | undefined): Promise<Copied> {
  const nothing = { row, path: undefined, thumb: undefined, screen: undefined }
  const { bytes_key } = row
  if (path === undefined || bytes_key === null) return nothing
  const copied = await copyBytes(siteExport, bytes_key, path, siteExport.progress.bytes)
  if (copied.fault !== undefined) {
    // its owner may have deleted it since the moment of the export
    if (await findFileRow(siteExport.currentDb, row.id)) siteExport.reportFault(row, copied.fault)
    return nothing
  }
  if (copied.sha256 !== row.sha256) siteExport.reportFault(row, 'is damaged')
  async function smaller(rendition: 'thumb' | 'screen') {
    const target = `archivo/miniaturas/${row.id}.${rendition}.webp`
    if (!row.has_preview) return undefined
    return (await copyBytes(siteExport, keyOf(bytes_key as string, rendition), target)).fault === undefined
      ? target
      : undefined
  }
  const original = isShownEverywhere(row.file_type) ? path : undefined
  return { row, path, thumb: (await smaller('thumb')) ?? original, screen: (await smaller('screen')) ?? original }
}

async function copyBytes({ site, storage }: SiteExport, key: string, path: string, onBytes = (_count: number) => {}) {
  try {
    const source = await storage.read(key)
    if (!source) return { fault: 'is missing' }
    const hash = createHash('sha256')
    source.on('data', (chunk: Buffer) => {
      hash.update(chunk)
      onBytes(chunk.length)
    })
    await site.copy(path, source)
    return { sha256: hash.digest('hex') }
  } catch (error) {
    // with the archive out of reach there would be a fault for each
    if (error instanceof StorageUnavailable || error instanceof OperatorError) throw error
    site.remove(path)
    return { fault: `can't be read (${(error as Error).message})` }
  }
}

function located(
  row: ListedFile,
  { page, path, screen }: { page: string; path?: string | undefined; screen?: string | undefined },
): ExportedFile {
  const title = row.title ?? row.original_name
  if (row.original_url !== null && /^https?:\/\//i.test(row.original_url))
    return { title, target: row.original_url, isElsewhere: true, picture: undefined }
  const file = { title, isElsewhere: false, picture: screen, size: knownSize(row) }
  if (path !== undefined && isLinkable(path)) return { ...file, target: path }
  return { ...file, target: page, fragment: `archivo-${row.id}` }
}

function itemOf(
  { dates }: SiteExport,
  row: ListedFile,
  {
    page,
    path,
    thumb,
    file,
  }: { page: string; path: string | undefined; thumb: string | undefined; file: ExportedFile },
) {
  const href = (target: string) => hrefFrom(page, target)
  const isLinked = file.isElsewhere || path === file.target
  const name = html`<bdi>${row.title ?? row.original_name}</bdi>`
  const link = file.isElsewhere
    ? html`<a href="${file.target}" rel="noopener noreferrer nofollow">${name}</a>`
    : isLinked
      ? html`<a href="${href(file.target)}">${name}</a>`
      : name
  const facts = [
    row.title !== null && html`<bdi>${row.original_name}</bdi>`,
    texts.kind(kindOf(row.file_type)),
    row.bytes_key !== null && formatSize(row.file_size),
    html`${texts.by} <bdi>${row.uploaded_by}</bdi>`,
    dates.day(row.uploaded_at),
  ].filter((fact) => fact !== false)
  return html`<li id="archivo-${row.id}">${
    thumb && html`<img src="${href(thumb)}" alt="" loading="lazy">`
  }<div><p class="title">${link}</p>
<p class="facts">${facts.map((fact, index) => html`${index > 0 && ' · '}${fact}`)}</p>${
    row.description &&
    html`
<p class="description">${row.description}</p>`
  }${
    row.bytes_key !== null &&
    path === undefined &&
    html`
<p class="warning">${texts.missing}</p>`
  }${
    !isLinked &&
    path !== undefined &&
    html`
<p class="warning">${pageTexts.unlinked(path)}</p>`
  }</div></li>`
}

const jsonOf = (row: ListedFile, path: string | undefined) => ({
  id: row.id,
  name: row.original_name,
  title: row.title,
  path: path ?? null,
  url: row.original_url,
  description: row.description,
  type: row.file_type,
  size: row.file_size,
  sha256: row.sha256,
  uploaded_by: row.uploaded_by,
  uploaded_at: toIso(row.uploaded_at),
})
