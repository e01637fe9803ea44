import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { postgresFiles } from '../../../scripts/test/databases.ts'

const commits = Array.from({ length: 60 }, (_, index) => `${index}`.padStart(40, 'c'))

test('who commits runs what differs by database on PostgreSQL, and of the other files a third, each in its turn', () => {
  const tagged = globSync('tests/server/**/*.test.ts').filter((file) =>
    /^\/\/ @databases both$/m.test(readFileSync(file, 'utf8')),
  )
  expect(postgresFiles('none').toSorted()).toEqual(tagged.toSorted())
  const samples = commits.map((commit) => postgresFiles(commit))
  const others = new Set(samples.flat().filter((file) => !tagged.includes(file)))
  expect(others.size).toBeGreaterThan(20)
  for (const sample of samples) {
    expect(sample).toEqual(expect.arrayContaining(tagged))
    expect(sample).toHaveLength(tagged.length + Math.ceil(others.size / 3))
  }
})
