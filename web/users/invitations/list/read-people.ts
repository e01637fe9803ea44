import { parse } from 'papaparse'

/** As typed; nothing is checked. */
export interface TypedPerson {
  name: string
  email: string
  phone: string
}
/** 'surnameFirst' has whole names as 'Pérez Ruiz, Ana'. */
type Column = keyof TypedPerson | 'surname' | 'surnameFirst'

const separators = ['\t', ';', ',']
/** 'Ana Pérez <ana@x.org>', as mail programs write it. */
const mailbox = /^(.*)<([^<>]*)>$/
/** 'Ana Pérez ana@x.org 600 111 222', typed without separators. */
const spaced = /^([^@]+ )?(\S+@\S+)( [^@]+)?$/
const looksLikePhone = /^[+(\d][-+()\d\s./]*$/

/** In the words of spreadsheets, of treasurers, and of the contacts of Google and Outlook. */
const columns: [Column | undefined, RegExp][] = [
  [undefined, /\b(label|type|etiqueta|tipo|usuario|username|user|phonetic|organization|empresa|centro|mes)\b/],
  ['email', /^(correo|e-?mail|mail|direccion de correo)/],
  ['surnameFirst', /^apellidos?( y |, ?)nombres?\b/],
  ['surname', /^((primer |segundo )?apellido|last name|surname)/],
  ['phone', /\b(telefono|telf?|tfno|tlfn?o?|phone|movil|celular|mobile)\b/],
  ['name', /^(nombre|name|first name|middle name|given name|persona)/],
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
  const parts = cells.flatMap((cell) => spaced.exec(cell)?.slice(1).filter(Boolean) ?? cell).map((part) => part.trim())
  const email = parts.find((part) => part.includes('@'))
  if (email === undefined) return [{ name: row[0] ?? '', email: row[1] ?? '', phone: words(row.slice(2)) }]
  const others = parts.filter((part) => part !== email)
  // a shorter one is the number of a member, a house or a year
  const digits = (cell: string) => cell.replace(/\D/g, '').length
  const [phone = ''] = others.filter((cell) => looksLikePhone.test(cell)).toSorted((a, b) => digits(b) - digits(a))
  return [{ name: words(others.filter((cell) => cell !== phone)), email, phone }]
}

/** The address of 'Ana Pérez <ana@x.org>' and of 'mailto:ana@x.org'. */
const addressIn = (cell: string) => (mailbox.exec(cell)?.[2] ?? cell).trim().replace(/^mailto:/i, '')

function readByTitles(row: string[], titles: (Column | undefined)[]): TypedPerson {
  const cellsOf = (column: Column) => row.filter((cell, index) => cell !== '' && titles[index] === column)
  const best = (column: Column, looksRight: (cell: string) => boolean) =>
    cellsOf(column).find(looksRight) ?? cellsOf(column)[0] ?? ''
  const turned = cellsOf('surnameFirst').map((cell) => words(cell.split(/, */).toReversed()))
  return {
    name: words([...cellsOf('name'), ...cellsOf('surname'), ...turned]),
    email: addressIn(best('email', (cell) => cell.includes('@'))),
    phone: best('phone', (cell) => looksLikePhone.test(cell)),
  }
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
      const named = new Set(found.filter((column) => column !== undefined))
      // above everything two kinds are enough
      const isWhole = named.has('email') && (named.has('name') || named.has('surnameFirst'))
      const isTitles = !line.includes('@') && (isWhole || (people.length === 0 && named.size >= 2))
      if (isTitles) titles = { columns: found, separator }
      else if (titles?.separator === separator) people.push(readByTitles(row, titles.columns))
      else people.push(...readLine(row))
    }
  }
  return people
}
