import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moment } from './posts.ts'

/** A comment as it lies in demo/comments, in the file named like its post's; moments in milliseconds since 1970. */
export interface DemoComment {
  /** The post's name. */
  on: string
  by: string
  written: number
  /** When the last paragraph was added. */
  edited: number | undefined
  content: string
}

const folder = join(import.meta.dirname, 'comments')

/** Every comment, oldest first. */
export const readComments = (now: number): DemoComment[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readThread(name.replace(/\.md$/, ''), now))
    .sort((a, b) => a.written - b.written)

/** Each begins with a line like `--- Zoé Quintana, 3 21:00` or `--- Zoé Quintana, 3 21:00, edited 2 09:15`. */
function readThread(on: string, now: number) {
  const [, ...parts] = readFileSync(join(folder, `${on}.md`), 'utf8').split(/^--- (.+)\n/m)
  return Array.from({ length: parts.length / 2 }, (_, index): DemoComment => {
    const [by = '', written = '', edited] = (parts[2 * index] ?? '').split(/, (?:edited )?/)
    return {
      ...{ on, by, written: moment(written, now) },
      edited: edited === undefined ? undefined : moment(edited, now),
      content: (parts[2 * index + 1] ?? '').trim(),
    }
  })
}
