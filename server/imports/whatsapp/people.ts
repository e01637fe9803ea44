// The people of an exported chat: their names are those of one telephone's address book, or numbers.
import { readFile, writeFile } from 'node:fs/promises'
import { formatMention } from '../../../contract/markdown/mentions.ts'
import { decodeText } from '../../../contract/text/encoding.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Import } from '../imports.ts'
import { type Author, createPeople, findMember, isSamePhone } from '../people.ts'

const heading = ['nombre en WhatsApp', 'miembro']
const quote = (field: string) => (/[";,\t]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** With the marks by which Excel reads it rightly. */
const formatTable = (rows: string[][]) =>
  `\ufeff${[heading, ...rows].map((row) => `${row.map(quote).join(';')}\r\n`).join('')}`

/** Members by the names of the export, from a table of two columns as spreadsheets save it. */
export async function readMembers(path: string): Promise<Map<string, string>> {
  const bytes = await readFile(path).catch((error) => {
    throw new OperatorError(`${path} can't be read: ${error.message}`)
  })
  const [first = '', ...lines] = decodeText(bytes)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
  const sign = [';', '\t', ','].find((one) => first.includes(one))
  if (sign === undefined) throw new OperatorError(`${path}: the first line is not "${heading.join(';')}".`)
  const field = new RegExp(`(?:^|${sign})(?:"((?:[^"]|"")*)"|([^${sign}]*))`, 'g')
  const rows = lines.map((line) =>
    [...line.matchAll(field)].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim()),
  )
  return new Map(rows.flatMap(([name = '', member = '']) => (name && member ? [[name, member] as const] : [])))
}

/** Writes the table to be filled in, beside the export; never over one that is there. Returns a line about it. */
export async function writeMembers(exportPath: string, rows: string[][]): Promise<string> {
  const path = `${exportPath.replace(/[\\/]+$/, '')}.people.csv`
  try {
    await writeFile(path, formatTable(rows), { flag: 'wx' })
    return `Names to fill in with members, for --people: ${path}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return `Left as it is, as it was there before: ${path}`
    return `The names could not be written beside the export: ${(error as Error).message}`
  }
}

const phoneOf = (name: string) => (/^\+?[\d\s().\u2010-\u2013-]{8,25}$/.test(name) ? name : undefined)
/** Spreadsheets write numbers in their own way. */
const isSame = (name: string, other: string) =>
  name === other || (phoneOf(name) !== undefined && phoneOf(other) !== undefined && isSamePhone(name, other))

/** Authors of all writers, and a way from names in texts to members. */
export async function findPeople(
  run: Import,
  { writers, named, members }: { writers: Iterable<string>; named: Iterable<string>; members: Map<string, string> },
) {
  const chosen = [...writers].flatMap((name) => {
    const [, member] = [...members].find(([other]) => isSame(name, other)) ?? []
    return member === undefined ? [] : [[name, member] as const]
  })
  const find = createPeople(run, new Map(chosen))
  const authors = new Map<string, Author>()
  for (const name of writers) authors.set(name, await find({ name, phone: phoneOf(name) }))

  async function findNamed(name: string) {
    const phone = phoneOf(name)
    const writer = [...authors].find(([other]) => isSame(name, other))
    if (writer) return writer[1].isMember ? writer[1] : undefined
    return findMember(run.services.db, { name, phone }, members)
  }

  const tokens = new Map<string, string>()
  for (const name of named) {
    const member = await findNamed(name)
    if (member) tokens.set(name, formatMention(member))
  }
  return {
    authorOf(name: string): Author {
      const author = authors.get(name)
      if (!author) throw new OperatorError('The export was changed while it was read: import it again.')
      return author
    },
    /** Rows of the table: each name with its member. */
    table: () => [...authors].map(([name, author]) => [name, author.isMember ? author.name : '']),
    /** The token of a mention; undefined if nobody here is meant for sure. */
    mention: (name: string) => tokens.get(name),
  }
}
