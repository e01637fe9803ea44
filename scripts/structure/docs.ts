import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

const documents = () => [
  ...['README.md', 'AGENTS.md', 'STYLE.md', 'SECURITY.md', 'CHANGELOG.md', 'tests/README.md', 'lab/README.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

const requirement = /^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| (met|partly|not|n\.a\.) \| (.+) \|$/gm
const states = ['met', 'partly', 'not', 'n.a.']

/** Each requirement once, with its proof, and the counts at the beginning. */
function checkAsvs(): string[] {
  const document = 'docs/asvs.md'
  const text = readFileSync(document, 'utf8')
  const rows = [...text.matchAll(requirement)].map(([, id = '', level = '', state = '', why = '']) => ({
    id,
    level,
    state,
    why,
  }))
  const unproven = rows.filter(({ state, why }) => state === 'met' && !/`[\w-]+\/[\w./-]+`|\]\(/.test(why))
  const counts = ['1', '2'].map((level) => {
    const ofLevel = rows.filter((row) => row.level === level)
    const [met = 0, partly = 0, not = 0, absent = 0] = states.map(
      (state) => ofLevel.filter((row) => row.state === state).length,
    )
    return `| ${[level, ofLevel.length, ofLevel.length - absent, met, partly, not, absent].join(' | ')} |`
  })
  return [
    ...(new Set(rows.map(({ id }) => id)).size === rows.length ? [] : ['a requirement stands there twice']),
    ...unproven.map(({ id }) => `${id} names no file`),
    ...counts.filter((line) => !text.includes(`\n${line}\n`)).map((line) => `its counts are others: ${line}`),
  ].map((problem) => `${document}: ${problem}`)
}

/** Tests that a document names by their file and title. */
const namedTest = /`(tests\/[\w./-]+)`: "([^"]+)"/g

const checkNamedTests = (document: string) =>
  [...readFileSync(document, 'utf8').matchAll(namedTest)]
    .filter(([, path = '', title = '']) => existsSync(path) && !readFileSync(path, 'utf8').includes(title))
    .map(([, path, title]) => `${document}: ${path} has no test "${title}"`)

/** Anchors of headings, as forges make them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Paths in code, and links with their anchors. */
function checkLinks(document: string): string[] {
  const text = readFileSync(document, 'utf8')
  const paths = [...text.matchAll(/`((?:contract|server|web|tests|demo|lab|scripts|tools|docs)\/[\w./-]+)`/g)]
  const links = [...text.replace(/`[^`\n]+`/g, '').matchAll(/\]\((?!https?:|\/)([^)#]*)(?:#([^)]+))?\)/g)]
  const targets = links.map(([, target = '', anchor]) => ({
    path: target ? join(document, '..', target) : document,
    anchor,
  }))
  return [
    ...[...paths.map(([, path = '']) => path), ...targets.map(({ path }) => path)]
      .filter((path) => !existsSync(path))
      .map((path) => `${document}: ${path} doesn't exist`),
    ...targets
      .filter(
        ({ path, anchor }) => anchor && existsSync(path) && !anchorsOf(readFileSync(path, 'utf8')).includes(anchor),
      )
      .map(({ path, anchor }) => `${document}: ${path} has no heading #${anchor}`),
  ]
}

export const checkDocuments = (): string[] => [
  ...documents().flatMap((document) => [...checkLinks(document), ...checkNamedTests(document)]),
  ...checkAsvs(),
]
