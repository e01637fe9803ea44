import { text as readText } from 'node:stream/consumers'
import { formatToken } from '../../../contract/content/link-tokens.ts'
import type { Import } from '../imports.ts'
import type { Author } from '../people.ts'
import { importCategory, importFile } from '../things.ts'
import type { ExportedChat, ExportedFile } from './export.ts'
import { namedWithoutFile, nameOfFile, readableContact, refusedFile } from './readable.ts'

const reasons = {
  absent: 'the export names a file that isn’t in it',
  unreadable: 'the file can’t be read',
}
const maxContactBytes = 2 ** 18

interface InMessage {
  source: string
  at: number
  author: Author
  /** Name in the export. */
  by: string
}

/** Words in a message in the place of its file. */
interface Words {
  words: string
  isMissing?: boolean
}

/** Brings the files of an export into a category of their own. */
export function createFileImporter(run: Import, { group, findFile }: ExportedChat) {
  let category: Promise<string | null> | undefined
  const leaveOut = (reason: string, name: string, words: string) => {
    run.report.leftOut(reason, name)
    return { words, isMissing: true }
  }

  /** Undefined if it has neither names nor numbers. */
  const readContact = async (file: ExportedFile) =>
    /\.vcf$/i.test(file.name) && file.size <= maxContactBytes
      ? readableContact(await readText(await file.open()).catch(() => ''))
      : undefined

  async function bringFile(file: ExportedFile, about: InMessage): Promise<Words> {
    let damage: unknown
    const open = async () => {
      const bytes = await file.open()
      return bytes.once('error', (error) => {
        damage = error
      })
    }
    category ??= importCategory(run, group ? `WhatsApp: ${group}` : 'WhatsApp')
    try {
      const name = nameOfFile(file.name)
      const brought = await importFile(run, { ...about, name, size: file.size, open, category_id: await category })
      run.progress.advance(file.size)
      return brought
        ? { words: formatToken('file', brought.id, brought.name) }
        : { words: refusedFile(name), isMissing: true }
    } catch (error) {
      if (damage === undefined) throw error
      return leaveOut(reasons.unreadable, file.name, refusedFile(file.name))
    }
  }

  return {
    /** The file of a message: its token, the words of a contact, or words about one that is missing. */
    async bring(name: string, about: InMessage): Promise<Words> {
      const file = await findFile(name)
      if (!file) return leaveOut(reasons.absent, name, namedWithoutFile(name))
      const contact = await readContact(file)
      return contact === undefined ? bringFile(file, about) : { words: contact }
    },
  }
}
