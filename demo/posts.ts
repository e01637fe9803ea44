import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Post of demo/posts. Times are milliseconds since 1970. */
export interface DemoPost {
  /** Name of its file, without `.md`. */
  name: string
  title: string
  by: string
  category: string | undefined
  written: number
  /** Undefined for a draft. */
  published: number | undefined
  /** Time at which the last paragraph was added. */
  edited: number | undefined
  content: string
}

const folder = join(import.meta.dirname, 'posts')

/** Oldest first. */
export const readPosts = (now: number): DemoPost[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPost(name, now))
    .sort((a, b) => a.written - b.written)

// A file begins with lines of `name: value` between two lines of dashes.
const fileFormat = /^---\n(.*?)\n---\n(.*)$/s

function readPost(name: string, now: number): DemoPost {
  const [, head = '', content = ''] = fileFormat.exec(readFileSync(join(folder, name), 'utf8')) ?? []
  const values = new Map(head.split('\n').map(splitLine))
  const needed = (key: string) => {
    const value = values.get(key)
    if (!value) throw new Error(`${name} has no line "${key}: …"`)
    return value
  }
  const readTime = (key: string) => (values.has(key) ? daysAgo(needed(key), now) : undefined)
  const written = daysAgo(needed('written'), now)
  return {
    name: name.replace(/\.md$/, ''),
    title: needed('title'),
    by: needed('by'),
    category: values.get('category'),
    written,
    published: values.has('draft') ? undefined : (readTime('published') ?? written),
    edited: readTime('edited'),
    content,
  }
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

/** `3 21:00` is nine in the evening three days ago. */
export function daysAgo(value: string, now: number) {
  const [, days, hours, minutes] = /^(\d+) (\d\d):(\d\d)$/.exec(value) ?? []
  if (days === undefined) throw new Error(`"${value}" is not like "3 21:00"`)
  const at = new Date(now)
  at.setDate(at.getDate() - Number(days))
  return at.setHours(Number(hours), Number(minutes), 0, 0)
}
