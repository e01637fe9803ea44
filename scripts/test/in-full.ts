import { globSync, readFileSync } from 'node:fs'
import type { Change } from './git.ts'

/** Folder of a feature: 'server/backups' of 'server/backups/take.ts' and of 'tests/server/backups/faults.test.ts'. */
function folderOf(path: string) {
  const [, side, feature] = /^(?:tests\/)?(server|web|contract|e2e)\/([\w-]+)/.exec(path) ?? []
  return side && `${side === 'e2e' ? 'web' : side}/${feature}`
}

/** Tests that run in a short form in `npm test`, of the folders that the change touches: a line for each folder. */
export function describeShortTests({ paths }: Change): string[] {
  const touched = new Set(paths.map(folderOf))
  const files = globSync('tests/**/*.{test,spec}.{ts,tsx}')
    .filter((file) => touched.has(folderOf(file)) && /\binFull\(/.test(readFileSync(file, 'utf8')))
    .toSorted()
  return Object.entries(Object.groupBy(files, (file) => folderOf(file) ?? '')).map(
    ([folder, ofFolder = []]) =>
      `This change touches ${folder}: npm run test:all also runs in full ${ofFolder.join(', ')}`,
  )
}
