import { createHash } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import { kindOf } from '../../contract/content/file-kinds.ts'
import { formatSize } from '../../contract/content/sizes.ts'
import { findFileRow } from '../files/queries.ts'
import { OperatorError } from '../operator-error.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { html, joined, webLink } from './html.ts'
import { hrefFrom } from './page.ts'
import type { ListedFile } from './queries.ts'
import type { Fault, Site } from './site.ts'
import { texts } from './texts.ts'

/** Endings of files that a browser shows without running them, or saves. */
const linkable = new Set([
  ...['apng', 'avif', 'bmp', 'gif', 'heic', 'heif', 'ico', 'jfif', 'jpe', 'jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp'],
  ...['aac', 'aif', 'aiff', 'amr', 'flac', 'm4a', 'mid', 'midi', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba', 'wma'],
  ...['3gp', 'avi', 'm4v', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'ogv', 'webm', 'wmv'],
  ...['csv', 'ics', 'json', 'log', 'md', 'pdf', 'rtf', 'srt', 'tsv', 'txt', 'vcf', 'vtt'],
  ...['doc', 'docx', 'epub', 'key', 'numbers', 'odg', 'odp', 'ods', 'odt', 'pages', 'pps', 'ppsx', 'ppt', 'pptx'],
  ...['xls', 'xlsx', '7z', 'bz2', 'gz', 'rar', 'tar', 'tgz', 'xz', 'zip'],
])

/** A page opened from a disk links only to such files: on a disk a file's ending decides how a browser opens it. */
export const isLinkable = (path: string) => linkable.has(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')

/** The others, such as pictures, recordings and PDFs, are compressed already. */
const isCompressible = (type: string) =>
  /^text\/|^image\/(svg|bmp|tiff)|^audio\/(wav|vnd\.wave|x-wav)|[/+](json|xml|rtf)$/.test(type)

/**
 * Copies the bytes of a file. Bytes that are missing or damaged are reported, so that the others can still be had; a file
 * that its owner has deleted since the site was begun is no fault.
 */
export async function copyFile(site: Site, row: ListedFile, key: string, path: string) {
  // a checksum would take more of the server's time than a download may
  const hash = site.scope === 'everybody' ? createHash('sha256') : undefined
  let size = 0
  const fault = await copyBytes(site, row, key, path, (chunk) => {
    hash?.update(chunk)
    site.onBytes?.(chunk.length)
    size += chunk.length
  })
  if (fault) {
    if (!(await findFileRow(site.currentDb, row.id))) return 'deleted'
    site.reportFault(row, fault, path)
    return 'missing'
  }
  if (size !== row.file_size || (hash && hash.digest('hex') !== row.sha256))
    site.reportFault(row, { kind: 'damaged', size }, path)
  return 'copied'
}

export async function copyBytes(
  { storage, sink }: Site,
  { uploaded_at, file_type }: ListedFile,
  key: string,
  path: string,
  onChunk = (_chunk: Buffer) => {},
): Promise<Fault | undefined> {
  try {
    const source = await storage.read(key)
    if (!source) return { kind: 'missing' }
    const counter = new Transform({
      transform(chunk, _encoding, done) {
        onChunk(chunk)
        done(null, chunk)
      },
    })
    const bytes = pipeline(source, counter, () => {})
    await sink.add({ path, modified: uploaded_at, isCompressed: isCompressible(file_type), bytes })
    return undefined
  } catch (error) {
    // with the archive out of reach there would be a fault for each
    if (!sink.remove || error instanceof StorageUnavailable || error instanceof OperatorError) throw error
    sink.remove(path)
    return { kind: 'unreadable', reason: (error as Error).message }
  }
}

interface Shown {
  /** Undefined for links and for missing bytes. */
  path?: string | undefined
  thumb?: string | undefined
}

/** A file or a link of the archive in a list. */
export function fileItem({ dates, scope }: Site, page: string, row: ListedFile, { path, thumb }: Shown) {
  const isLinked = path !== undefined && isLinkable(path)
  const name = html`<bdi>${row.title ?? row.original_name}</bdi>`
  const facts = [
    row.title !== null && html`<bdi>${row.original_name}</bdi>`,
    texts.kind(kindOf(row.file_type)),
    row.bytes_key !== null && formatSize(row.file_size),
    scope === 'everybody' && html`${texts.by} <bdi>${row.uploaded_by}</bdi>`,
    dates.day(row.uploaded_at),
  ]
  return html`<li id="archivo-${row.id}">${
    thumb && html`<img src="${hrefFrom(page, thumb)}" alt="" loading="lazy">`
  }<div><p class="title">${
    row.original_url !== null
      ? webLink(row.original_url, name)
      : isLinked
        ? html`<a href="${hrefFrom(page, path)}">${name}</a>`
        : name
  }</p>
<p class="facts">${joined(facts)}</p>${
    row.description &&
    html`
<p class="description">${row.description}</p>`
  }${
    row.bytes_key !== null &&
    path === undefined &&
    html`
<p class="warning">${texts.missing}</p>`
  }${
    path !== undefined &&
    !isLinked &&
    html`
<p class="warning">${texts.unlinked(path)}</p>`
  }</div></li>`
}
