import { isShownEverywhere } from '../../../contract/content/file-kinds.ts'
import { keyOf } from '../../files/previews.ts'
import { readInBatches } from '../../lib/batches.ts'
import { createUniquePaths, toFileName } from '../../lib/file-names.ts'
import { createQueue } from '../../lib/queue.ts'
import { toIso } from '../../lib/time.ts'
import { knownSize } from '../../markdown/elements.ts'
import { copyBytes, copyFile, fileItem, isLinkable } from '../files.ts'
import { html } from '../html.ts'
import { writeLists } from '../lists.ts'
import { type ListedFile, listFiles } from '../queries.ts'
import type { Site, Target } from '../site.ts'
import { texts } from '../texts.ts'

const batchSize = 200
const copiesAtOnce = 4

interface Category {
  /** Null for files without a category. */
  id: string | null
  name: string
  folder: string
}

/** Copies the files of a category, and writes the list of them. */
export function writeFiles(site: Site, { id, name, folder }: Category) {
  const base = `archivo/${folder}`
  return writeLists(site, copiedFiles(site, id, base), {
    baseOf: () => base,
    nameOf: () => name,
    names: { before: texts.older, after: texts.newer },
    above: html`<a href="index.html">${texts.archive}</a>`,
    className: 'files',
    toEntry(page, copied) {
      const { row, path } = copied
      site.targets.set(`file ${row.id}`, targetOf(page, copied))
      return { item: fileItem(site, page, row, copied), json: fileObject(row, path) }
    },
  })
}

interface Copied {
  row: ListedFile
  /** Undefined for links and for missing bytes. */
  path?: string | undefined
  thumb?: string | undefined
  screen?: string | undefined
}

async function* copiedFiles(site: Site, categoryId: string | null, folder: string): AsyncGenerator<Copied[]> {
  const unique = createUniquePaths()
  const copy = createQueue({ maxConcurrent: copiesAtOnce })
  const read = (after: ListedFile | undefined, limit: number) => listFiles(site.db, { categoryId }, after, limit)
  for await (const rows of readInBatches(batchSize, read))
    yield await Promise.all(
      rows.map((row) => {
        const { bytes_key } = row
        if (bytes_key === null) return { row }
        const path = unique(`${folder}/${toFileName(row.original_name, 'archivo')}`)
        return copy(() => copyWithPreviews(site, row, bytes_key, path))
      }),
    )
}

async function copyWithPreviews(site: Site, row: ListedFile, key: string, path: string): Promise<Copied> {
  if ((await copyFile(site, row, key, path)) !== 'copied') return { row }
  async function copyPreview(rendition: 'thumb' | 'screen') {
    const target = `archivo/miniaturas/${row.id}.${rendition}.webp`
    if (row.has_preview && !(await copyBytes(site, row, keyOf(key, rendition), target))) return target
    return isShownEverywhere(row.file_type) ? path : undefined
  }
  return { row, path, thumb: await copyPreview('thumb'), screen: await copyPreview('screen') }
}

function targetOf(page: string, { row, path, screen }: Copied): Target {
  const title = row.title ?? row.original_name
  if (row.original_url !== null && /^https?:\/\//i.test(row.original_url)) return { title, url: row.original_url }
  const file = { title, picture: screen, size: knownSize(row) }
  if (path !== undefined && isLinkable(path)) return { ...file, path }
  return { ...file, path: page, fragment: `archivo-${row.id}` }
}

const fileObject = (row: ListedFile, path: string | undefined) => ({
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
