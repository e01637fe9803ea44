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
const isOdd = (text: string) => text.split('"').length % 2 === 0

/** Lines with something in them; one with an open quote goes on to the line that closes it. */
function linesOf(text: string) {
  const rest = text.split(/\r\n|\r|\n/)
  const lines: string[] = []
  for (let line = rest.shift(); line !== undefined; line = rest.shift()) {
    const end = isOdd(line) ? rest.findIndex(isOdd) : -1
    lines.push([line, ...rest.splice(0, end + 1)].join('\n'))
  }
  return lines.filter((line) => line.trim() !== '')
}

/** Cells of a line; of several lines if their quotes are none of cells. */
function readCells(line: string, delimiter: string): string[][] {
  const { data, errors } = parse<string[]>(line, { delimiter, newline: '\n' })
  const rows = errors.some(({ type }) => type === 'Quotes')
    ? parse<string[]>(line, { delimiter, newline: '\n', quoteChar: '\0' }).data
    : data
  return rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim())).filter((row) => row.some(Boolean))
}

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

/** People of a pasted list or of a CSV file; a line of titles is about the lines after it. */
export function readPeople(text: string): TypedPerson[] {
  // quotes around a name before its address are no quotes of a cell
  const cells = text.replaceAll('\ufeff', '').replace(/"([^"\r\n]*)"[ \t]*<([^<>\r\n]*)>/g, '"$1 <$2>"')
  const people: TypedPerson[] = []
  let titles: { columns: (Column | undefined)[]; separator: string } | undefined
  for (const line of linesOf(cells)) {
    const separator = titles && line.includes(titles.separator) ? titles.separator : separatorOf(line)
    for (const row of readCells(line, separator)) {
      const found = row.map(columnOf)
      const isTitles = !line.includes('@') && found.includes('email') && found.includes('name')
      if (isTitles) titles = { columns: found, separator }
      else if (titles?.separator === separator) people.push(readByTitles(row, titles.columns))
      else people.push(...readLine(row))
    }
  }
  return people
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
