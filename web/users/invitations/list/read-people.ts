import { parse } from 'papaparse'

/** As typed; nothing is checked. */
export interface TypedPerson {
  name: string
  email: string
  phone: string
}
type Column = keyof TypedPerson | 'surname'

const separators = ['\t', ';', ',']
/** 'Ana Pérez <ana@x.org>', as mail programs write it. */
const mailbox = /^(.*)<([^<>]*)>$/
const looksLikePhone = /^[+(\d][-+()\d\s./]*$/

const columns: [Column, RegExp][] = [
  ['email', /^(correo|e-?mail|mail|direccion de correo)/],
  ['surname', /^(apellido|last name|surname)/],
  ['phone', /^(telefono|tel|phone|movil|celular)\b/],
  ['name', /^(nombre|name|first name|persona)/],
]

const columnOf = (title: string) => {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
  return columns.find(([, pattern]) => pattern.test(plain))?.[0]
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"/g, '')
const separatorOf = (line: string) => separators.find((separator) => withoutQuoted(line).includes(separator)) ?? ','

function readRows(text: string): string[][] {
  // quotes around a name before its address are no quotes of a cell
  const cells = text.replace(/"([^"\r\n]*)"[ \t]*<([^<>\r\n]*)>/g, '"$1 <$2>"')
  const first = cells.split(/\r?\n|\r/).find((line) => line.trim() !== '') ?? ''
  const options = { delimiter: separatorOf(first), skipEmptyLines: 'greedy' } as const
  const { data, errors } = parse<string[]>(cells, options)
  // a single quote would swallow the lines after it
  const isUnquoted = errors.some(({ type }) => type === 'Quotes')
  const rows = isUnquoted ? parse<string[]>(cells, { ...options, quoteChar: '\0' }).data : data
  return rows.map((row) => row.map((cell) => cell.trim()))
}

/** A line with another separator than the first one. */
const splitAgain = (row: string[]) =>
  row.length === 1 && row[0] && !isUnsplit(row[0]) ? (readRows(row[0])[0] ?? row) : row
const isUnsplit = (cell: string) => mailbox.test(cell) && cell.split('<').length === 2

const words = (parts: string[]) => parts.filter(Boolean).join(' ')

/** People of a line: one, or several with their addresses in angles. */
function readLine(row: string[]): TypedPerson[] {
  const cells = row.filter(Boolean)
  if (cells.some((cell) => mailbox.test(cell))) {
    const people: TypedPerson[] = []
    for (const cell of cells) {
      const [, name = '', email = ''] = mailbox.exec(cell) ?? []
      const last = people.at(-1)
      if (email) people.push({ name: name.trim(), email: email.trim(), phone: '' })
      else if (last) last.phone = words([last.phone, cell])
      else people.push({ name: cell, email: '', phone: '' })
    }
    return people
  }
  const email = cells.find((cell) => cell.includes('@'))
  if (email === undefined) return [{ name: row[0] ?? '', email: row[1] ?? '', phone: words(row.slice(2)) }]
  const others = cells.filter((cell) => cell !== email)
  const phone = others.find((cell) => looksLikePhone.test(cell)) ?? ''
  return [{ name: words(others.filter((cell) => cell !== phone)), email, phone }]
}

function readByTitles(row: string[], titles: (Column | undefined)[]): TypedPerson {
  const of = (column: Column) => row[titles.indexOf(column)] ?? ''
  return { name: words([of('name'), of('surname')]), email: of('email'), phone: of('phone') }
}

/** People of a pasted list or of a CSV file, with or without a line of titles. */
export function readPeople(text: string): TypedPerson[] {
  const rows = readRows(text.replace(/^\ufeff/, ''))
  const titles = (rows[0] ?? []).map(columnOf)
  const hasTitles = !rows[0]?.some((cell) => cell.includes('@')) && titles.includes('email') && titles.includes('name')
  return hasTitles
    ? rows.slice(1).map((row) => readByTitles(row, titles))
    : rows.flatMap((row) => readLine(splitAgain(row)))
}

/** Text of a file: spreadsheets write UTF-8, UTF-16 with a mark, or Windows' older Spanish encoding. */
export function decodeText(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
