// Snapshots that go by the rule of BACKUP_KEEP, and bytes that no snapshot names any more.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseRetention, type Retention } from '../../../server/backup-settings.ts'
import { forgettable } from '../../../server/backups/snapshots/forgettable.ts'
import { fixture } from '../../support/fixtures.ts'
import {
  command,
  copyOfStore,
  filesBelow,
  newBucket,
  snapshotOfThisFile,
  snapshotsIn,
} from '../../support/server/backups.ts'
import { expectDone } from '../../support/server/community.ts'

const blobsOf = (store: string) => filesBelow(join(store, 'blobs')).map((path) => basename(path))

describe('the rule', () => {
  const madrid = { timeZone: 'Europe/Madrid', kept: [] as string[] }
  const kept = (snapshots: string[], rule: string, options: Parameters<typeof forgettable>[2] = madrid) => {
    const gone = forgettable(snapshots, parseRetention(rule) as Retention, options)
    return snapshots.filter((snapshot) => !gone.includes(snapshot))
  }
  /** Each night at 03:30 UTC for so many days, the last one on 2026-11-22, a Sunday. */
  const nights = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const at = Date.UTC(2026, 10, 22, 3, 30) - (count - 1 - i) * 86_400_000
      return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
    })

  test('7d 5w 12m keeps the newest of the last 7 days, 5 weeks and 12 months that have one', () => {
    expect(kept(nights(500), '7d 5w 12m').map((name) => name.slice(0, 8))).toEqual([
      // of the months
      ...['20251231', '20260131', '20260228', '20260331', '20260430', '20260531', '20260630', '20260731'],
      ...['20260831', '20260930'],
      // of the weeks, which end on Sundays, and of October
      ...['20261025', '20261031', '20261101', '20261108', '20261115'],
      // of the days, the last one of which is that of the week and the month
      ...['20261116', '20261117', '20261118', '20261119', '20261120', '20261121', '20261122'],
    ])
  })

  test('nights without a snapshot don’t count: after half a year off all of the old ones are there', () => {
    const old = ['20260101T033000Z', '20260102T033000Z', '20260103T033000Z']
    expect(kept([...old, '20261122T033000Z'], '7d')).toEqual([...old, '20261122T033000Z'])
  })

  test('days are those of the time zone', () => {
    const around = ['20261121T223000Z', '20261121T233000Z']
    expect(kept(around, '2d')).toEqual(around)
    expect(kept(around, '2d', { ...madrid, timeZone: 'UTC' })).toEqual(['20261121T233000Z'])
  })

  test('what has to be kept stays whatever the rule says', () => {
    const [first = '', second = '', third = ''] = nights(3)
    expect(kept([first, second, third], '1d', { ...madrid, kept: [first] })).toEqual([first, third])
  })

  test.each(['', '7', '7d5w', 'd', '-1d', '0d', '7x', '1000d'])('%j is no rule', (text) => {
    expect(parseRetention(text)).toBeUndefined()
  })
})

/** One of the two files is deleted after the first of two snapshots. */
let first = ''
const {
  place,
  original,
  name: second,
} = await snapshotOfThisFile(async ({ hipatia }, backUp) => {
  const image = await hipatia.uploads(fixture('foto.jpg'))
  await hipatia.uploads(fixture('acta.pdf'))
  first = await backUp()
  expectDone(await hipatia.delete(`/files/${image.id}`))
})

async function forget(settings: Record<string, string>) {
  const listed = async () => (await command(place, 'backup list', settings)).lines.map((line) => line.split(' ')[0])
  return { ...(await command(place, 'backup forget', settings)), listed: await listed() }
}

test('bytes go with the last snapshot that names them, and what a killed command left goes too', async () => {
  const store = await copyOfStore(original)
  const settings = { BACKUP_TO: store, BACKUP_KEEP: '1d' }
  expect(blobsOf(store)).toHaveLength(2)
  const leftover = join(store, 'snapshots', '20260101T000000Z.posts.jsonl.gz')
  writeFileSync(leftover, '')

  expect(await forget(settings)).toMatchObject({
    code: 0,
    lines: [`forgotten ${first}`, expect.stringMatching(/^1 snapshot forgotten, 1 file of 0\.\d MB removed$/)],
    listed: [second],
  })
  expect(existsSync(leftover)).toBe(false)
  expect(blobsOf(store)).toHaveLength(1)
  expect(await command(place, 'backup verify', settings)).toMatchObject({ code: 0 })
})

test('while a snapshot that stays can’t be read, no bytes are removed', async () => {
  const store = await copyOfStore(original)
  const path = join(store, 'snapshots', `${second}.blobs.jsonl.gz`)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.subarray(0, bytes.length - 10))
  const before = blobsOf(store)
  const refused = await forget({ BACKUP_TO: store, BACKUP_KEEP: '2d' })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged/) })
  expect(blobsOf(store)).toEqual(before)
})

test('a damaged manifest makes the one before the last good one, which stays', async () => {
  const settings = { BACKUP_TO: await copyOfStore(original), BACKUP_KEEP: '1d' }
  rmSync(join(settings.BACKUP_TO, 'snapshots', `${second}.manifest.json`))
  expect(await forget(settings)).toMatchObject({ code: 0, listed: [first] })
  expect(await command(place, 'backup verify', settings)).toMatchObject({ code: 0 })
})

test('while one is dated later than now nothing is forgotten, and the newest of the others is read back', async () => {
  const settings = { BACKUP_TO: await copyOfStore(original), BACKUP_KEEP: '1d' }
  const later = '20991125T153337Z'
  const manifest = join(settings.BACKUP_TO, 'snapshots', `${later}.manifest.json`)
  writeFileSync(manifest, '')
  expect(await forget(settings)).toMatchObject({
    code: 0,
    lines: [`nothing is forgotten: dated later than now is ${later}`, expect.stringMatching(/^0 /)],
    listed: [first, second, later],
  })
  const verified = await command(place, 'backup verify', settings)
  expect(verified.lines).toEqual([expect.stringContaining(`${second} is whole`)])
  rmSync(manifest)
  expect(await forget(settings)).toMatchObject({ listed: [second] })
})

test('what others keep in the same bucket stays', async () => {
  const s3 = await newBucket()
  for (const path of filesBelow(original)) s3.objects.set(relative(original, path), readFileSync(path))
  const others = ['fotos/verano.jpg', 'blobs/notes.txt', 'snapshots/readme.md']
  for (const key of others) s3.objects.set(key, Buffer.from('of others'))
  expect(await forget({ ...snapshotsIn(s3), BACKUP_KEEP: '1d' })).toMatchObject({ code: 0, listed: [second] })
  expect([...s3.objects.keys()]).toEqual(expect.arrayContaining(others))
})
