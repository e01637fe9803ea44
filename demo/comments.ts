import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readEntries } from './entries.ts'
import { daysAgo } from './posts.ts'

/** Comment of demo/comments, in the file with the name of its post. Times are milliseconds since 1970. */
export interface DemoComment {
  /** Name of the post. */
  on: string
  by: string
  written: number
  /** Time at which the last paragraph was added. */
  edited: number | undefined
  content: string
}

const folder = join(import.meta.dirname, 'comments')

/** Oldest first. */
export const readComments = (now: number): DemoComment[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readThread(name.replace(/\.md$/, ''), now))
    .sort((a, b) => a.written - b.written)

/** Comments begin with a line like `--- Zoé Quintana, 3 21:00` or `--- Zoé Quintana, 3 21:00, edited 2 09:15`. */
const readThread = (on: string, now: number) =>
  readEntries(join(folder, `${on}.md`)).map(({ head, text }): DemoComment => {
    const [by = '', written = '', edited] = head.split(/, (?:edited )?/)
    return {
      on,
      by,
      written: daysAgo(written, now),
      content: text,
      edited: edited === undefined ? undefined : daysAgo(edited, now),
    }
  })
