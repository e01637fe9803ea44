// Faults of a backup store: each ends in a clear line, and harms nothing.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { freePort } from '../../../tools/free-port.ts'
import { namespace, withSmallFolder } from '../../support/disk/namespace.ts'
import { fixture } from '../../support/fixtures.ts'
import {
  backup,
  command,
  commandLine,
  copyOfStore,
  filesBelow,
  newBucket,
  newStore,
  snapshotOfThisFile,
  snapshotsIn,
} from '../../support/server/backups.ts'
import { expectDone, startCommunity } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { inDatabase, locationOfThisTest, run } from '../../support/server/processes/server-process.ts'

const { place, original, name } = await snapshotOfThisFile(async ({ hipatia }) => {
  await hipatia.writes({ title: 'El faro' })
  await hipatia.uploads(fixture('foto.jpg'))
})

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const partOf = (store: string, snapshot: string, part: string) => join(store, 'snapshots', `${snapshot}.${part}`)

interface PartOfManifest {
  part: string
  size: number
  sha256: string
  lines_sha256: string
}
type Manifest = Record<string, unknown> & { tables: (PartOfManifest & { table: string })[]; blobs: PartOfManifest }

/** Changes a manifest as somebody would who knows its form: its own hash is right. */
const changedManifest = (change: (manifest: Manifest) => unknown) => (store: string) => {
  const path = partOf(store, name, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '') as Manifest
  const text = JSON.stringify(change(manifest) ?? manifest)
  writeFileSync(path, `${text}\n${sha256(text)}\n`)
}

/** Changes the lines of a table, with the right hashes in the manifest. */
const changedLines = (table: string, from: string | RegExp, to: string) => (store: string) => {
  const path = partOf(store, name, `${table}.jsonl.gz`)
  const before = gunzipSync(readFileSync(path)).toString()
  const lines = before.replace(from, to)
  expect(lines).not.toBe(before)
  const bytes = gzipSync(lines)
  writeFileSync(path, bytes)
  const change = changedManifest(({ tables, blobs }) => {
    const part = [...tables, blobs].find((one) => one.part === `${table}.jsonl.gz`)
    Object.assign(part ?? {}, { size: bytes.length, sha256: sha256(bytes), lines_sha256: sha256(lines) })
  })
  change(store)
}

/** Changes the bytes of a file of a store, and nothing else. */
function change(path: string, how: (bytes: Buffer) => Buffer | string) {
  const bytes = readFileSync(path)
  const changed = Buffer.from(how(Buffer.from(bytes)))
  expect(changed.equals(bytes)).toBe(false)
  writeFileSync(path, changed)
}
const changedPart = (part: string, how: Parameters<typeof change>[1]) => (store: string) =>
  change(partOf(store, name, part), how)
const changedTable = (changes: object) => changedManifest(({ tables }) => void Object.assign(tables[0] ?? {}, changes))

function flipByte(bytes: Buffer) {
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

const blobOf = (store: string) => filesBelow(join(store, 'blobs'))[0] ?? ''
const isOneLine = /^[^\n]+\n$/
const isDamagedManifest = /manifest\.json in .* is damaged$/
const isTableCutOff = /users\.jsonl\.gz in .* is damaged \(unexpected end of file\)/

/** Each with the reason that a restore gives; the first ones by chance, the others by somebody who knows the form. */
const damages: [what: string, damage: (store: string) => void, reason: RegExp][] = [
  ['a flipped byte of a file', (store) => change(blobOf(store), flipByte), /^the bytes of \w+ have changed/],
  ['a file that is missing', (store) => rmSync(blobOf(store)), /blobs\/\S+ is missing in /],
  ['a flipped byte of a table', changedPart('posts.jsonl.gz', flipByte), /posts\.jsonl\.gz in .* is damaged \(/],
  ['a table cut off', changedPart('users.jsonl.gz', (bytes) => bytes.subarray(0, -9)), isTableCutOff],
  [
    'a manifest with another count',
    changedPart('manifest.json', (bytes) => `${bytes}`.replace('"lines":1', '"lines":3')),
    isDamagedManifest,
  ],
  ['a manifest that is none', changedManifest(() => ['a list']), isDamagedManifest],
  ['a manifest of another format', changedManifest((manifest) => ({ ...manifest, format: 2 })), isDamagedManifest],
  ['a table that is a path', changedTable({ table: '../../x', part: '../../x.jsonl.gz' }), isDamagedManifest],
  [
    'a table that isn’t in snapshots',
    changedTable({ table: 'kysely_migration' }),
    /has a table that isn't of a snapshot: kysely_migration/,
  ],
  [
    'a newer version',
    changedManifest((manifest) => ({ ...manifest, schema: '999-from-tomorrow' })),
    /was made by a version of Alejandría \(.*\) whose schema, 999-from-tomorrow, is unknown to this one/,
  ],
  ['a file called ../../x', changedLines('blobs', /"key":"\w+"/, '"key":"../../x"'), /^the list of files is damaged: /],
  ['a line that is no JSON', changedLines('posts', '{', '['), /^the table posts can't be restored: a line is no JSON/],
  [
    'a column that nobody knows',
    changedLines('posts', '"title"', '"tilte"'),
    /^the table posts can't be restored: .*tilte/,
  ],
]

/** The command fails and says why, without a stack. */
async function expectRefused(of: DatabaseLocation, words: string, settings: Record<string, string>, reason: RegExp) {
  const { code, stderr } = await command(of, words, settings)
  expect({ words, code, stderr }).toEqual({ words, code: 1, stderr: expect.stringMatching(reason) })
  expect(stderr).not.toMatch(/\n\s+at /)
}

test('each damage is found by verify, and restore refuses it with its reason and leaves the place empty', async () => {
  const target = await locationOfThisTest()
  for (const [what, damage, reason] of damages) {
    const store = await copyOfStore(original)
    damage(store)
    for (const [of, words] of [
      [place, `backup verify ${name}`],
      [target, `restore ${name}`],
    ] as const) {
      const { code, lines, stderr } = await command(of, words, { BACKUP_TO: store })
      expect({ what, code, stderr }).toEqual({ what, code: 1, stderr: expect.not.stringMatching(/\n\s+at /) })
      const said = [...lines, ...stderr.trimEnd().split('\n')]
      expect({ what, said }).toEqual({ what, said: expect.arrayContaining([expect.stringMatching(reason)]) })
    }
    expect(existsSync(join(store, '..', 'x')), what).toBe(false)
  }
  // another snapshot goes into the same place
  expect(await command(target, `restore ${name}`, { BACKUP_TO: original })).toMatchObject({ code: 0 })
})

describe('a store that', () => {
  test('is out of reach, lacks its disk, lies where no folder can be made, or is a file is named in one line', async () => {
    const unreachable = {
      BACKUP_TO: 's3://copias',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      BACKUP_ACCESS_KEY_ID: 'key',
      BACKUP_SECRET_ACCESS_KEY: 'secret',
    }
    const away = { BACKUP_TO: join(await newStore(), 'not', 'there') }
    for (const words of ['backup', 'backup list', 'backup verify', 'backup forget', 'restore 20261122T033000Z'])
      await expectRefused(place, words, unreachable, /^[^\n]*out of reach \(.*ECONNREFUSED[^\n]*\n$/)
    for (const words of ['backup', 'restore 20261122T033000Z'])
      await expectRefused(place, words, away, /^[^\n]*is its disk mounted\?[^\n]*\n$/)
    await expectRefused(place, 'backup', { BACKUP_TO: '/proc/copias' }, isOneLine)
    const file = join(await newStore(), 'a-file')
    writeFileSync(file, '')
    const refused = await commandLine(place, 'backup', { BACKUP_TO: file })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(isOneLine) })
  })

  test('dies half-way leaves no snapshot, and takes one when it is back', async () => {
    const s3 = await newBucket()
    const store = snapshotsIn(s3)
    await backup(place, store)
    s3.faults.downFor = /manifest/
    await expectRefused(place, 'backup', store, /out of reach/)
    s3.faults.downFor = undefined
    expect((await command(place, 'backup list', store)).lines).toHaveLength(1)
    const made = await backup(place, store)
    expect((await command(place, `backup verify ${made}`, store)).code).toBe(0)
  })

  test('has lost its manifests has no snapshot', async () => {
    const store = await copyOfStore(original)
    rmSync(partOf(store, name, 'manifest.json'))
    await expectRefused(await locationOfThisTest(), `restore ${name}`, { BACKUP_TO: store }, isOneLine)
  })

  test('has a damaged key, with a passphrase, is refused in one line', async () => {
    const store = await newStore()
    const encrypted = { BACKUP_TO: store, BACKUP_PASSPHRASE: 'el faro no duerme nunca' }
    const made = await backup(place, encrypted)
    change(partOf(store, made, 'manifest.json.age'), (bytes) => bytes.subarray(5))
    await expectRefused(place, `restore ${made} --replace`, encrypted, /^.*damaged\n$/)
    writeFileSync(join(store, 'key.age'), 'no key')
    await expectRefused(place, 'backup list', encrypted, isOneLine)
  })
})

test('files whose bytes are missing or damaged in the archive are named; everything else is in the snapshot', async () => {
  const target = await locationOfThisTest()
  const { hipatia, close } = await startCommunity({ location: target })
  for (const name of ['falta.bin', 'roto.bin', 'sano.bin'])
    await hipatia.uploads({ name, bytes: new TextEncoder().encode(name) })
  await close()
  for (const path of filesBelow(join(target.dataDir, 'files'))) {
    const content = readFileSync(path, 'utf8')
    if (content === 'falta.bin') rmSync(path)
    if (content === 'roto.bin') writeFileSync(path, 'otra cosa')
  }
  const store = await newStore()
  const { code, lines, stderr } = await command(target, 'backup', { BACKUP_TO: store })
  expect({ code, said: lines[0] }).toEqual({ code: 1, said: expect.stringContaining('2 files missing or damaged') })
  expect(stderr).toMatch(/"falta.bin" .* is missing in the archive/)
  expect(stderr).toMatch(/"roto.bin" .* is damaged in the archive/)
  const verified = await command(target, 'backup verify', { BACKUP_TO: store })
  expect(verified.lines.filter((line) => line.includes('.bin'))).toHaveLength(2)
  const other = await locationOfThisTest()
  expect(await command(other, `restore ${lines.at(-1)}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
  expect((await command(other, 'files check')).lines.at(-1)).toBe('3 files checked: 2 missing, 0 damaged; 0 orphaned')
})

// where mounting isn't allowed, a full disk can't be had
if (namespace)
  test('a full disk of the store, or of the place of a restore, is said in a clear line, and leaves both as they were', async () => {
    const store = await newStore()
    const expectFull = async (of: DatabaseLocation, words: string[], prefix: string[], reason: RegExp) => {
      const full = await run('admin', words, of, { BACKUP_TO: store }, prefix).ended
      expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) })
      expect(full.stderr).not.toMatch(/\n\s+at /)
    }
    const source = await locationOfThisTest()
    const { hipatia, close } = await startCommunity({ location: source })
    await hipatia.uploads({ name: 'grande.bin', bytes: new Uint8Array(400_000) })
    await expectFull(source, ['backup'], withSmallFolder(store, 200), /ENOSPC.*\n$/)
    // the next one is made where there is room
    const made = await backup(source, { BACKUP_TO: store })
    expect((await command(source, `backup verify ${made}`, { BACKUP_TO: store })).code).toBe(0)
    await close()

    const target = await locationOfThisTest()
    await expectFull(target, ['restore', made], withSmallFolder(target.dataDir, 16), /ENOSPC|full|space/)
    expect(await command(target, `restore ${made}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
  })

describe('two at once', () => {
  const holder = { id: 'another', host: 'faro', boot: 'other', pid: 1 }
  const lock = (store: string, until: number) => writeFileSync(join(store, 'lock'), JSON.stringify({ holder, until }))

  test('a store that another machine writes to is refused; a lock that ran out is taken over', async () => {
    const store = await copyOfStore(original)
    expect(readdirSync(store)).not.toContain('lock')
    lock(store, Date.now() + 60_000)
    for (const words of ['backup', 'backup forget'])
      await expectRefused(place, words, { BACKUP_TO: store }, /^another command is writing.*faro.*\n$/)
    expect((await command(place, 'backup list', { BACKUP_TO: store })).lines[0]).toContain(name)
    lock(store, Date.now() - 1)
    await backup(place, { BACKUP_TO: store })
    expect(readdirSync(store)).not.toContain('lock')
  })

  test('a command that was killed holds nobody up', async () => {
    const s3 = await newBucket()
    const store = snapshotsIn(s3)
    s3.faults.waitFor = { key: /^blobs\//, until: new Promise(() => {}) }
    const killed = run('admin', ['backup', '--new-place'], place, store)
    await expect.poll(() => s3.counts.waiting).toBeGreaterThan(0)
    await expectRefused(place, 'backup', store, /another command is writing/)
    killed.kill('SIGKILL')
    await killed.ended
    s3.faults.waitFor = undefined
    expect([...s3.objects.keys()]).toContain('lock')
    const made = await backup(place, store)
    expect((await command(place, `backup verify ${made}`, store)).code).toBe(0)
  })
})

test('a snapshot is made beside the server, which goes on, and has a file that is deleted at that moment', async () => {
  const target = await locationOfThisTest()
  const { hipatia, close } = await startCommunity({ location: target })
  await hipatia.writes({ title: 'Antes' })
  const image = await hipatia.uploads(fixture('foto.jpg'))
  const s3 = await newBucket()
  const store = snapshotsIn(s3)
  // the tables are read, the bytes aren't copied yet
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  s3.faults.waitFor = { key: /^blobs\//, until }
  const making = command(target, 'backup', store)
  await expect.poll(() => s3.counts.waiting).toBeGreaterThan(0)
  await hipatia.writes({ title: 'Después' })
  expectDone(await hipatia.delete(`/files/${image.id}`))
  goOn()
  const { code, lines } = await making
  expect(code).toBe(0)
  expect((await command(target, 'backup verify', store)).code).toBe(0)
  const other = await locationOfThisTest()
  expect(await command(other, `restore ${lines.at(-1)}`, store)).toMatchObject({ code: 0 })
  expect((await command(other, 'files check')).lines).toEqual(['1 files checked: 0 missing, 0 damaged; 0 orphaned'])
  expect(await inDatabase(other, (db) => rowsOf(db, 'posts'))).toMatchObject([{ title: 'Antes' }])
  await close()
})
