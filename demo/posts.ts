import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A post as it lies in demo/posts; moments in milliseconds since 1970. */
export interface DemoPost {
  /** Of its file, without `.md`. */
  name: string
  title: string
  by: string
  category: string | undefined
  written: number
  /** Undefined for a draft. */
  published: number | undefined
  /** When the last paragraph was added. */
  edited: number | undefined
  content: string
}

const folder = join(import.meta.dirname, 'posts')

/** Every post, oldest first. */
export const readPosts = (now: number): DemoPost[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPost(name, now))
    .sort((a, b) => a.written - b.written)

// A file begins with lines of `name: value` between two lines of dashes.
const form = /^---\n(.*?)\n---\n(.*)$/s

function readPost(name: string, now: number): DemoPost {
  const [, head = '', content = ''] = form.exec(readFileSync(join(folder, name), 'utf8')) ?? []
  const values = new Map(head.split('\n').map(splitLine))
  const needed = (key: string) => {
    const value = values.get(key)
    if (!value) throw new Error(`${name} has no line "${key}: …"`)
    return value
  }
  const momentAt = (key: string) => (values.has(key) ? moment(needed(key), now) : undefined)
  const written = moment(needed('written'), now)
  return {
    name: name.replace(/\.md$/, ''),
    title: needed('title'),
    by: needed('by'),
    category: values.get('category'),
    written,
    published: values.has('draft') ? undefined : (momentAt('published') ?? written),
    edited: momentAt('edited'),
    content,
  }
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

/** `3 21:00` is nine in the evening three days ago: the community never grows old. */
export function moment(value: string, now: number) {
  const [, days, hours, minutes] = /^(\d+) (\d\d):(\d\d)$/.exec(value) ?? []
  if (days === undefined) throw new Error(`"${value}" is not like "3 21:00"`)
  const at = new Date(now)
  at.setDate(at.getDate() - Number(days))
  return at.setHours(Number(hours), Number(minutes), 0, 0)
}
