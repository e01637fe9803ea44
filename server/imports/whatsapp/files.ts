import { text as readText } from 'node:stream/consumers'
import { formatToken } from '../../../contract/content/link-tokens.ts'
import type { Import } from '../imports.ts'
import type { Author } from '../people.ts'
import { importCategory, importFile } from '../things.ts'
import type { ExportedChat, ExportedFile } from './export.ts'
import { namedWithoutFile, nameOfFile, readableContact, refusedFile } from './readable.ts'

const maxContactBytes = 2 ** 18

interface InMessage {
  source: string
  at: number
  author: Author
  /** Name in the export. */
  by: string
}

/** Words in a message in the place of its file: its token, those of a contact, or some about one that is missing. */
export interface Words {
  words: string
  isMissing?: boolean
}

/** Undefined if it has neither names nor numbers. */
const readContact = async (file: ExportedFile) =>
  /\.vcf$/i.test(file.name) && file.size <= maxContactBytes
    ? readableContact(await readText(await file.open()).catch(() => ''))
    : undefined

/** Brings the files of messages into a category of their own. */
export function createFileImporter(run: Import, { group, findFile }: ExportedChat) {
  let category: Promise<string | null> | undefined
  return async (named: string, about: InMessage): Promise<Words> => {
    const file = await findFile(named)
    if (!file) {
      run.report.leftOut('the export names a file that isn’t in it', named)
      return { words: namedWithoutFile(named), isMissing: true }
    }
    const contact = await readContact(file)
    if (contact !== undefined) return { words: contact }
    category ??= importCategory(run, group ? `WhatsApp: ${group}` : 'WhatsApp')
    const { size, open } = file
    const name = nameOfFile(file.name)
    const brought = await importFile(run, { ...about, name, size, open, category_id: await category })
    run.progress.advance(size)
    return brought
      ? { words: formatToken('file', brought.id, brought.name) }
      : { words: refusedFile(name), isMissing: true }
  }
}
