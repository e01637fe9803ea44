// The attachments of a blog in the archive, and how its texts find them there.
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { limits } from '../../../contract/limits.ts'
import type { Import, ImportOptions } from '../imports.ts'
import type { Author } from '../people.ts'
import { type ImportedFile, importFile } from '../things.ts'
import type { Resolver } from './conversion.ts'
import { addressKey, type Survey, type SurveyedFile } from './survey.ts'
import { type FindUpload, fetchUploads, hostOf, openUploads, pictureKey, type Upload, uploadPath } from './uploads.ts'

/** The author of something, and their name in the export. */
export interface Attribution {
  author: Author
  by: string
}

/** A file that an earlier run has brought: its bytes are not asked for again. */
const brought: Upload = { size: 0, open: async () => Readable.from([]), done: async () => {} }

/** While one waits for the disk or the site, others are read. */
const atOnce = 4

const nameOf = ({ paths: [path = ''], urls: [url = ''] }: SurveyedFile) =>
  basename(path) || url.slice(0, limits.fileName)

/** Files as they will be, for texts that are only measured. */
export const nominalFiles = ({ files }: Survey) =>
  new Map(
    files.map((file): [string, ImportedFile] => {
      const isPicture = /\.(?:apng|avif|bmp|gif|heic|heif|jpe?g|png|tiff?|webp)$/i.test(nameOf(file))
      return [file.source, { id: '0'.repeat(32), name: nameOf(file), isPicture }]
    }),
  )

/** Finds what a text names by the addresses and numbers of the blog. */
export function createResolver(found: Survey, files: Map<string, ImportedFile>): Resolver {
  const byAttachment = new Map<number, ImportedFile>()
  const byKey = new Map<string, ImportedFile>()
  for (const { source, attachment, key } of found.files) {
    const file = files.get(source)
    if (!file) continue
    if (attachment) byAttachment.set(attachment, file)
    if (key) byKey.set(key, file)
  }
  return {
    file: (url, attachment = 0) =>
      byAttachment.get(attachment) ??
      (found.hosts.has(hostOf(url)) ? byKey.get(pictureKey(uploadPath(url))) : undefined),
    post(url) {
      const source = found.sourcesByAddress.get(addressKey(url))
      return source === undefined ? undefined : found.posts.get(source)
    },
    block: (id) => found.blocks.get(id),
  }
}

/** Brings the files of the blog into the archive; returns them by their names in the export. */
export async function importFiles(
  run: Import,
  { files, posts, sourcesByNumber }: Survey,
  { uploads, fetch }: ImportOptions,
  {
    writerOf,
    categoryOf,
  }: {
    writerOf(login: string): Promise<Attribution>
    categoryOf(name: string | undefined): Promise<string | null> | null
  },
): Promise<Map<string, ImportedFile>> {
  const { report, services, progress } = run
  const imported = new Map<string, ImportedFile>()
  const find: FindUpload | undefined = uploads ? await openUploads(uploads) : fetch ? fetchUploads(services) : undefined
  progress.step(`${files.length} files`)

  async function take(file: SurveyedFile) {
    const found = file.isKnown ? brought : await find?.(file.paths, file.urls)
    if (!found) {
      const reason = uploads
        ? 'not in the folder of uploads'
        : fetch
          ? 'the site did not give it'
          : 'files: give --uploads FOLDER or --fetch'
      report.leftOut(reason, file.urls.at(-1) ?? nameOf(file))
      return
    }
    try {
      const { author, by } = await writerOf(file.creator)
      const post = posts.get(sourcesByNumber.get(file.parent) ?? '')
      const category_id = await categoryOf(post?.category)
      const { source, at } = file
      const { size, open } = found
      const stored = await importFile(run, {
        source,
        name: nameOf(file),
        size,
        open,
        author,
        at,
        category_id,
        by,
      })
      if (stored) imported.set(source, stored)
      progress.advance(size)
    } finally {
      await found.done()
    }
  }

  const waiting = files.values()
  const takeAll = async () => {
    for (const file of waiting) await take(file)
  }
  await Promise.all(Array.from({ length: run.id === undefined ? 1 : atOnce }, takeAll))
  return imported
}
