// Commands of the operator: `npm run admin -- import …`. What a command yields goes to stdout, its progress to stderr.
import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printProgress } from '../backups/progress.ts'
import { type Config, locationOf } from '../config.ts'
import { withCommunity } from '../db/db.ts'
import type { ImportKind } from '../db/schemas/imports.ts'
import { OperatorError } from '../operator-error.ts'
import { openServices, type Services } from '../services.ts'
import { assign } from './assign.ts'
import { type Import, type ImportOptions, runImport } from './imports.ts'
import { findImport, listImports } from './queries.ts'
import { describeReport, isWhole, lastLine, readReport } from './report.ts'
import { undo } from './undo.ts'

export const importUsage = `  npm run admin -- import whatsapp EXPORT [--people FILE] [--dates dmy|mdy|ymd]
                                             a chat as the telephone exports it: the ZIP, the folder or the text
  npm run admin -- import wordpress EXPORT.xml [--uploads FOLDER | --fetch]
                                             the export of a blog, with its pictures from the folder wp-content/uploads
  npm run admin -- import folder DIR --as NAME
                                             the files of a folder into the archive, as this member's
                                             each with --dry-run: says what it would bring, and writes nothing
  npm run admin -- import list [RUN]         the imports, or the report of one
  npm run admin -- import undo RUN           takes one back, but for what people have answered, edited or linked
  npm run admin -- import assign NAME MEMBER gives what was brought under a name to a member`

export const isImportCommand = ([command]: string[]) => command === 'import'

const options = {
  'dry-run': { type: 'boolean', default: false },
  people: { type: 'string' },
  dates: { type: 'string' },
  uploads: { type: 'string' },
  fetch: { type: 'boolean', default: false },
  as: { type: 'string' },
} as const

/** Options of each import, besides `--dry-run`, and its work on the path. */
const importers: Record<
  ImportKind,
  {
    takes: (keyof ImportOptions)[]
    load(): Promise<(run: Import, path: string, options: ImportOptions) => Promise<void>>
  }
> = {
  whatsapp: { takes: ['people', 'dates'], load: async () => (await import('./whatsapp/import.ts')).importWhatsApp },
  wordpress: { takes: ['uploads', 'fetch'], load: async () => (await import('./wordpress/import.ts')).importWordPress },
  folder: { takes: ['as'], load: async () => (await import('./folder/import.ts')).importFolder },
}

const isKind = (word: string): word is ImportKind => Object.hasOwn(importers, word)

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\nUsage:\n${importUsage}`)
  }
}

/** Files of another account couldn't be read by the server. */
function requireOwner(folder: string) {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  if (owner !== undefined && process.getuid !== undefined && process.getuid() !== owner)
    throw new OperatorError(
      `${folder} belongs to the account with the number ${owner}: give the command as that account (sudo -u '#${owner}' …)`,
    )
}

export async function runImportCommand([, ...words]: string[], config: Config) {
  const { values, positionals } = parse(words)
  const [command = '', first = '', second = '', ...rest] = positionals
  const given = Object.entries(values).flatMap(([name, value]) => (value === false ? [] : [name]))
  const work = commandOf()
  if (!work) throw new OperatorError(`Usage:\n${importUsage}`)
  requireOwner(config.DATA_DIR)
  await withCommunity(locationOf(config), async (_db, opened) => {
    const services = { ...(await openServices(config, opened)), log: console as unknown as Services['log'] }
    try {
      await work(services)
    } finally {
      await services.bus.close()
      services.images.close()
      services.textExtractor.close()
      services.mailTransport.close()
    }
  })

  function commandOf(): ((services: Services) => Promise<void>) | undefined {
    if (rest.length > 0) return undefined
    if (isKind(command)) {
      const takes: string[] = ['dry-run', ...importers[command].takes]
      if (first === '' || second !== '' || given.some((name) => !takes.includes(name))) return undefined
      return (services) => importPath(services, command, first, values)
    }
    if (given.length > 0) return undefined
    if (command === 'list' && second === '') return ({ db }) => list(db, first)
    if (command === 'undo' && /^\d{1,9}$/.test(first) && second === '')
      return (services) => undoRun(services, Number(first))
    if (command === 'assign' && first !== '' && second !== '') return (services) => assignTo(services, first, second)
    return undefined
  }
}

async function importPath(
  services: Services,
  kind: ImportKind,
  path: string,
  { 'dry-run': isDryRun, ...values }: ImportOptions & { 'dry-run': boolean },
) {
  const importer = await importers[kind].load()
  using printed = printProgress()
  const progress = { step: printed.step, advance: printed.bytes }
  const { id, summary } = await runImport(
    services,
    { kind, name: basename(resolve(path)), isDryRun, progress },
    (run) => importer(run, path, values),
  )
  printed[Symbol.dispose]()
  console.log(describeReport(summary))
  console.log(lastLine(id ?? 'dry-run', summary))
  if (!isWhole(summary)) process.exitCode = 1
}

async function list(db: Services['db'], run: string) {
  if (run !== '') {
    const found = /^\d{1,9}$/.test(run) ? await findImport(db, Number(run)) : undefined
    if (!found) throw new OperatorError(`There is no import ${run}.`)
    if (found.report !== null) console.log(describeReport(readReport(found.report)))
    else if (found.undone_at === null) console.log('It has not ended: import the same again, and it goes on.')
    if (found.undone_at !== null) console.log(`undone ${new Date(found.undone_at).toISOString()}`)
    return
  }
  for (const { id, kind, name, started_at, ended_at, undone_at, report } of await listImports(db)) {
    const state =
      undone_at !== null ? 'undone' : ended_at === null ? 'not ended' : lastLine(id, readReport(report ?? '{}'))
    console.log(`${id}  ${new Date(started_at).toISOString()}  ${kind} ${JSON.stringify(name)}  ${state}`)
  }
}

async function undoRun(services: Services, run: number) {
  const { removed, kept } = await undo(services, run)
  for (const { kind, id, title, why } of kept)
    console.log(`kept  ${kind} ${id}  ${JSON.stringify(title.slice(0, 100))}  ${why} since`)
  console.log(`import ${run} undone: ${removed} removed, ${kept.length} kept`)
  if (kept.length > 0) process.exitCode = 1
}

async function assignTo(services: Services, name: string, member: string) {
  const count = await assign(services, name, member)
  console.log(
    `Now ${JSON.stringify(member)}'s: ${count} ${count === 1 ? 'thing' : 'things'} by ${JSON.stringify(name)}`,
  )
}
