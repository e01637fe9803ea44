import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

const documents = () => [
  ...['README.md', 'AGENTS.md', 'STYLE.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

export function checkDocuments(): string[] {
  return documents().flatMap((document) => {
    const text = readFileSync(document, 'utf8')
    const paths = [...text.matchAll(/`((?:contract|server|web|tests|demo|bench|scripts|tools|docs)\/[\w./-]+)`/g)]
    const links = [...text.matchAll(/\]\((?!https?:|#|\/)([^)#]+)/g)]
    return [...paths.map(([, path = '']) => path), ...links.map(([, target = '']) => join(document, '..', target))]
      .filter((path) => !existsSync(path))
      .map((path) => `${document}: ${path} doesn't exist`)
  })
}
