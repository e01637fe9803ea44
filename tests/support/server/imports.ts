/** The operator's imports, beside a working server. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { runImport as beginImport, type Import } from '../../../server/imports/imports.ts'
import type { Author } from '../../../server/imports/people.ts'
import { command, newStore } from './backups.ts'
import type { Community } from './community.ts'

interface OnDisk {
  bytes: string | Uint8Array
  /** Time of the file, by default that of `folderOf`. */
  at?: string
}

/** A folder with these files by their paths, removed after the test. */
export async function folderOf(files: Record<string, string | Uint8Array | OnDisk>, at = '2023-05-06T07:08:09Z') {
  const folder = join(await newStore(), 'fotos')
  addTo(folder, files, at)
  return folder
}

export function addTo(folder: string, files: Parameters<typeof folderOf>[0], at = '2023-05-06T07:08:09Z') {
  mkdirSync(folder, { recursive: true })
  for (const [path, file] of Object.entries(files)) {
    const { bytes, at: own = at } = typeof file === 'string' || file instanceof Uint8Array ? { bytes: file } : file
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
    utimesSync(join(folder, path), new Date(own), new Date(own))
  }
}

/** A small photograph as a camera writes it. */
export const photograph = (exif: Record<string, string>, background = 'teal') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .withExif({ IFD2: exif })
    .jpeg()
    .toBuffer()

type Work = (run: Import) => Promise<void>

/** An import of texts into a community of this process, as those of blogs and chats write them. */
export const bring = ({ services }: Pick<Community, 'services'>, work: Work, name = 'blog.xml') =>
  beginImport(services, { kind: 'wordpress', name, isDryRun: false, progress: { step() {}, advance() {} } }, work)

/** Runs `import …` in this process; `last` is the last line on standard output. */
export async function runImport(place: DatabaseLocation, words: string[], settings: Record<string, string> = {}) {
  const { code, lines, stderr } = await command(place, ['import', ...words], settings)
  return { code, lines, stderr, last: lines.at(-1) ?? '', text: lines.join('\n') }
}

/** Imports a folder to its end, which has to be whole. */
export async function importFolder(place: DatabaseLocation, folder: string, as: string, settings = {}) {
  const done = await runImport(place, ['folder', folder, '--as', as], settings)
  expect(done).toMatchObject({ code: 0 })
  return Number(/^import (\d+): /.exec(done.last)?.[1])
}

/** A file of an export with these bytes. */
export const exportedFile = (name: string, bytes: string | Buffer, more: { author: Author; at: number }) => ({
  source: `blog file ${name}`,
  name,
  size: Buffer.byteLength(bytes),
  open: async () => Readable.from([Buffer.from(bytes)]),
  category_id: null,
  by: more.author.name,
  ...more,
})
