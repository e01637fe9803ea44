// A folder of files, as it lies on somebody's disk: the first folder is the category.
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { toNameKey } from '../../db/name-key.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Import, ImportOptions } from '../imports.ts'
import type { Author } from '../people.ts'
import { listAccounts } from '../queries.ts'
import { importCategory, importFile } from '../things.ts'
import { readTakenAt } from './taken-at.ts'
import { type FoundFile, walk } from './walk.ts'

/** While one waits for the disk, others are read. */
const atOnce = 4

const reasons = {
  system: ['a file of the system, or a hidden one', true],
  link: ['a link to somewhere else', false],
  special: ['neither a file nor a folder', false],
  unreadable: ['it can’t be read', false],
} as const

export async function importFolder(run: Import, folder: string, { as }: ImportOptions) {
  if (!as) throw new OperatorError('import folder takes --as NAME: the member whose files they become')
  const { db, settings, now } = run.services
  const [author] = await listAccounts(db, { nameKey: toNameKey(as), emailKey: undefined })
  if (!author) throw new OperatorError(`There is no account named ${JSON.stringify(as)}.`)
  run.report.isMember(author.name, author.name)

  const files: FoundFile[] = []
  for await (const file of walk(folder, (relative, why) => {
    const [reason, isOwn] = reasons[why]
    run.report.leftOut(reason, relative, { isOwn })
  }))
    files.push(file)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  run.progress.step(`${files.length} files`, bytes)

  const categories = new Map<string, Promise<string | null>>()
  function categoryOf({ relative }: FoundFile) {
    const [name = '', ...inside] = relative.split('/')
    if (inside.length === 0) return null
    // 'Faro' and 'faro' are one, and made once
    const key = toNameKey(name)
    const category = categories.get(key) ?? importCategory(run, name)
    categories.set(key, category)
    return category
  }

  async function take(file: FoundFile, author: Author) {
    const { path, relative, size, modifiedAt } = file
    const category_id = await categoryOf(file)
    const takenAt = await readTakenAt(path, settings.timeZone, now()).catch(() => undefined)
    await importFile(run, {
      source: `folder ${relative} ${size} ${modifiedAt}`,
      name: basename(path),
      size,
      open: async () => createReadStream(path, { highWaterMark: 2 ** 20 }),
      author,
      at: takenAt ?? Math.min(Math.max(modifiedAt, 1), now()),
      category_id,
      by: author.name,
      path: relative,
      isLocal: true,
    })
    run.progress.advance(size)
  }

  const waiting = files.values()
  let failure: unknown
  const takeAll = async () => {
    for (const file of waiting) {
      if (failure !== undefined) return
      await take(file, { ...author, isMember: true }).catch((error) => {
        failure ??= error
      })
    }
  }
  await Promise.all(Array.from({ length: run.id === undefined ? 1 : atOnce }, takeAll))
  if (failure !== undefined) throw failure
}
