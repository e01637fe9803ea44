// @databases both
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { createWriteQueue } from '../../../server/db/sqlite/write-queue.ts'
import { createTempDir } from '../../support/server/storage/storage.ts'

const insert = 'insert into notes values (?)'

/** A table `notes`, its writer with the statements that it was given or that fail once, and a second connection. */
async function openNotes() {
  const folder = await createTempDir()
  const writer = openConnection(join(folder, 'notes.db'))
  writer.execute('create table notes (text text not null unique)')
  const reader = openConnection(join(folder, 'notes.db'), { readOnly: true })
  const statements: string[] = []
  const failing = new Set<string>()
  const execute: typeof writer.execute = (sql, parameters) => {
    statements.push(sql)
    if (failing.delete(sql)) throw new Error(`no ${sql}`)
    return writer.execute(sql, parameters)
  }
  const events = {
    onCommit: () => {},
    onUnknownState(error: unknown) {
      throw error
    },
  }
  const queue = createWriteQueue({ ...writer, execute }, events)
  onTestFinished(() => {
    reader.close()
    writer.close()
  })
  async function write(...texts: string[]) {
    const transaction = await queue.begin()
    try {
      for (const text of texts) transaction.execute(insert, [text])
      await transaction.commit()
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }
  const stored = () => reader.execute('select text from notes order by text').rows.map(({ text }) => text)
  const commits = () => statements.filter((sql) => sql === 'commit').length
  return { writer, queue, write, stored, commits, failing }
}

test('transactions that wait for each other share commits, several of them so that others are answered in between, and each is answered when another connection sees it', async () => {
  const { write, stored, commits } = await openNotes()
  const seen = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      await write(`${n}`)
      return stored().includes(`${n}`)
    }),
  )
  expect(seen).toEqual(Array(100).fill(true))
  expect(stored()).toHaveLength(100)
  expect(commits()).toBeGreaterThan(2)
  // a batch also ends after some milliseconds, which a busy machine may take for a few of them
  expect(commits()).toBeLessThan(100)
})

test('a refused transaction takes nothing with it from the others of its commit, and leaves nothing', async () => {
  const { queue, write, stored } = await openNotes()
  const outcomes = await Promise.allSettled([
    write('a'),
    write('b', 'a'),
    write('c'),
    queue.execute(insert, ['c']),
    queue.execute(insert, ['d']),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(stored()).toEqual(['a', 'c', 'd'])
})

test('who is refused because of a row learns it only when that row is durable', async () => {
  const { write, stored } = await openNotes()
  const first = write('a')
  const repeat = write('a').catch(() => stored())
  const later = ['b', 'c', 'd'].map((text) => write(text, `${text}${text}`))
  expect(await repeat).toContain('a')
  await Promise.all([first, ...later])
})

test('when the disk is full nothing is acknowledged that is not stored, and writing goes on afterwards', async () => {
  const { writer, write, stored } = await openNotes()
  const pages = (writer.execute('pragma page_count').rows[0] as { page_count: number }).page_count
  writer.execute(`pragma max_page_count = ${pages + 3}`)
  const texts = Array.from({ length: 12 }, (_, n) => `${n}`.padStart(2, '0').padEnd(3000, 'x'))
  const outcomes = await Promise.allSettled(texts.map((text) => write(text)))
  const kept = texts.filter((_, at) => outcomes[at]?.status === 'fulfilled')
  expect(kept.length).toBeLessThan(texts.length)
  expect(stored()).toEqual(kept)

  writer.execute('pragma max_page_count = 1000000')
  await write('después')
  expect(stored()).toContain('después')
})

test('when a refused transaction can’t be undone, nothing of its commit is kept or acknowledged', async () => {
  const { write, stored, failing } = await openNotes()
  failing.add('rollback to one')
  const outcomes = await Promise.allSettled([write('a'), write('b', 'a')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(stored()).toEqual([])
  await write('después')
  expect(stored()).toEqual(['después'])
})

test('the end of the database keeps what is waiting for its commit, and nothing of a transaction in progress', async () => {
  const { queue, stored } = await openNotes()
  const done = await queue.begin()
  done.execute(insert, ['a'])
  const committed = done.commit()
  queue.flush()
  expect(stored()).toEqual(['a'])
  await committed
  const half = await queue.begin()
  half.execute(insert, ['b'])
  queue.flush()
  expect(stored()).toEqual(['a'])
  await half.rollback()
})
