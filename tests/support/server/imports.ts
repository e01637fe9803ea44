/** The operator's imports, beside a working server. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { type DatabaseLocation, withCommunity } from '../../../server/db/db.ts'
import { runImport as beginImport, type Import } from '../../../server/imports/imports.ts'
import { type Author, createPeople } from '../../../server/imports/people.ts'
import { findImportedThing } from '../../../server/imports/queries.ts'
import {
  createMessageWriter,
  importCategory,
  importComment,
  importFile,
  importPost,
  thingIds,
  writeTexts,
} from '../../../server/imports/things.ts'
import { openServices, type Services } from '../../../server/services.ts'
import { fixture } from '../fixtures.ts'
import { command, newStore } from './backups.ts'
import type { Community } from './community.ts'
import { environmentOf } from './processes/server-process.ts'

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

/** The services of a command beside a server of another process. */
export const withServices = <T>(
  place: DatabaseLocation,
  settings: Record<string, string>,
  work: (services: Services) => Promise<T>,
) =>
  withCommunity(place, async (_db, opened) => {
    const services = await openServices(readConfig(environmentOf(place, settings)), opened)
    try {
      return await work({ ...services, log: console as unknown as Services['log'] })
    } finally {
      await services.bus.close()
      services.images.close()
      services.textExtractor.close()
      services.mailTransport.close()
    }
  })

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

/** Moment of all things of a `Blog`. */
const at = Date.parse('2014-05-06T07:08:09Z')

/** Things of an export by their names. */
export interface Blog {
  files?: string[]
  /** By title: the author, the category, and the name of a file that it shows. */
  posts?: Record<string, { by: string; category?: string; shows?: string }>
  /** By text: the author, and the post. */
  comments?: Record<string, { by: string; on: string }>
  messages?: Record<string, string>
}

/** The work of an import of all these things, which brings only those that aren't there. */
export const blogImport = (blog: Blog) => async (run: Import) => {
  const people = createPeople(run)
  const newId = thingIds()
  const known = async (source: string) => (await findImportedThing(run.services.db, source))?.thing_id
  const ids = new Map<string, string>()
  const pictures = [fixture('foto.jpg'), fixture('dibujo.png'), fixture('foto.webp')]
  for (const [index, name] of (blog.files ?? []).entries()) {
    const bytes = Buffer.from(pictures[index]?.bytes ?? `Las palabras de ${name}`)
    const file = await importFile(run, exportedFile(name, bytes, { author: await people({ name: 'Urraca' }), at }))
    ids.set(name, file?.id ?? '')
  }
  for (const [title, { by, category, shows }] of Object.entries(blog.posts ?? {})) {
    const source = `blog post ${title}`
    const found = await known(source)
    ids.set(title, found ?? newId(at))
    if (found) continue
    const content = shows === undefined ? `Un texto sobre ${title}.` : `![](file:${ids.get(shows)})`
    const category_id = category === undefined ? null : await importCategory(run, category)
    const author = await people({ name: by })
    const thing = { id: ids.get(title) ?? '', author, at, source }
    await writeTexts(run, (tx) => importPost(run, tx, { ...thing, title, content, category_id, is_published: true }))
  }
  for (const [content, { by, on }] of Object.entries(blog.comments ?? {})) {
    const thing = { id: newId(at), author: await people({ name: by }), at, source: `blog comment ${content}` }
    if (await known(thing.source)) continue
    await writeTexts(run, (tx) =>
      importComment(run, tx, { ...thing, post_id: ids.get(on) ?? '', content, reply_to: null }),
    )
  }
  const write = await createMessageWriter(run)
  for (const [message, by] of Object.entries(blog.messages ?? {})) {
    const thing = { id: newId(at), author: await people({ name: by }), at, source: `blog message ${message}` }
    if (!(await known(thing.source))) await write([{ ...thing, message }])
  }
}
