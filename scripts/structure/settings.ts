// The table of settings in docs/operating.md, made of server/config.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseSync } from 'vite'
import { isSetting, readConfig } from '../../server/config.ts'

const source = 'server/config.ts'
const document = 'docs/operating.md'
const head = '| setting | default | meaning | value |'
const tableInDocument = /^\| setting \| .+\n(\|.+\n)+/m

/** A value that every setting with a rule refuses. */
const refused = 'x:\0'

/** Settings in their order, with the comments before them. */
function readMeanings() {
  const code = readFileSync(source, 'utf8')
  return parseSync(source, code).comments.flatMap(({ value, end }) => {
    const [, name = ''] = /^\s*([A-Z\d_]+): /.exec(code.slice(end)) ?? []
    const meaning = value
      .split('\n')
      .map((line) => line.replace(/^\s*\*/, '').trim())
      .join(' ')
      .trim()
    return isSetting(name) ? [{ name, meaning }] : []
  })
}

/** The words with which a wrong value is refused. */
function readValue(name: string) {
  try {
    readConfig({ [name]: refused })
    return ''
  } catch (error) {
    const [, value = ''] = (error as Error).message.split('; it takes ')
    return value.replaceAll('<', '\\<')
  }
}

function formatDefault(value: unknown) {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '—'
  if (typeof value === 'boolean') return `\`${Number(value)}\``
  // DATA_DIR
  return `\`${`${value}`.startsWith('/') ? `./${relative('.', `${value}`)}` : value}\``
}

function makeTable() {
  const defaults: Record<string, unknown> = readConfig({})
  const rows = readMeanings().map(
    ({ name, meaning }) => `| \`${name}\` | ${formatDefault(defaults[name])} | ${meaning} | ${readValue(name)} |`,
  )
  return `${[head, '| --- | --- | --- | --- |', ...rows].join('\n')}\n`
}

export const writeSettings = () =>
  writeFileSync(
    document,
    readFileSync(document, 'utf8').replace(tableInDocument, () => makeTable()),
  )

/** The table is in step, and settings are there to be copied. */
export function checkSettings(): string[] {
  const example = readFileSync('.env.example', 'utf8')
  return [
    ...(readFileSync(document, 'utf8').includes(makeTable())
      ? []
      : [`${document}: its table of settings isn't that of ${source}: node scripts/structure.ts --write`]),
    ...readMeanings()
      .filter(({ name }) => !example.includes(`\n#${name}=`))
      .map(({ name }) => `.env.example: ${name} is missing`),
  ]
}
