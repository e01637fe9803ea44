// Faults of a backup store: each ends in a clear line, and harms nothing.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
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
  snapshotsIn,
} from '../../support/server/backups.ts'
import { createLocation, expectDone, startCommunity } from '../../support/server/community.ts'
import { locationOfThisTest, run } from '../../support/server/processes/server-process.ts'

/** Of a community with a post and a file, which is closed. */
let place: Awaited<ReturnType<typeof createLocation>>
/** The folder of a snapshot of it, and the snapshot's name. */
let original: string
let name: string
beforeAll(async () => {
  place = await createLocation()
  const { hipatia, close } = await startCommunity({ location: place })
  await hipatia.writes({ title: 'El faro' })
  await hipatia.uploads(fixture('foto.jpg'))
  await close()
  original = join(place.dataDir, 'snapshots-of-this-file')
  mkdirSync(original)
  name = await backup(place, { BACKUP_TO: original })
})
afterAll(() => place.remove())

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
function changeManifest(store: string, snapshot: string, change: (manifest: Manifest) => unknown) {
  const path = partOf(store, snapshot, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '') as Manifest
  const text = JSON.stringify(change(manifest) ?? manifest)
  writeFileSync(path, `${text}\n${sha256(text)}\n`)
}

/** Changes the lines of a part, with the right hashes in the manifest. */
function changeLines(store: string, snapshot: string, name: string, change: (lines: string) => string) {
  const path = partOf(store, snapshot, `${name}.jsonl.gz`)
  const before = gunzipSync(readFileSync(path)).toString()
  const lines = change(before)
  expect(lines).not.toBe(before)
  const bytes = gzipSync(lines)
  writeFileSync(path, bytes)
  changeManifest(store, snapshot, ({ tables, blobs }) => {
    const part = [...tables, blobs].find((one) => one.part === `${name}.jsonl.gz`)
    Object.assign(part ?? {}, { size: bytes.length, sha256: sha256(bytes), lines_sha256: sha256(lines) })
  })
}

const isOneLine = /^[^\n]+\n$/

describe('a manifest from nowhere', () => {
  const changes: Record<string, (store: string, snapshot: string) => void> = {
    'that is no manifest': (store, snapshot) => changeManifest(store, snapshot, () => ['a list']),
    'of another format': (store, snapshot) => changeManifest(store, snapshot, (m) => ({ ...m, format: 2 })),
    'whose table is a path': (store, snapshot) =>
      changeManifest(store, snapshot, ({ tables: [first] }) => {
        Object.assign(first ?? {}, { table: '../../x', part: '../../x.jsonl.gz' })
      }),
    'with a table that isn’t in snapshots': (store, snapshot) =>
      changeManifest(store, snapshot, ({ tables: [first] }) => {
        Object.assign(first ?? {}, { table: 'kysely_migration' })
      }),
    'of a newer version': (store, snapshot) =>
      changeManifest(store, snapshot, (m) => ({ ...m, schema: '999-from-tomorrow' })),
    'with a file called ../../x': (store, snapshot) =>
      changeLines(store, snapshot, 'blobs', (lines) => lines.replace(/"key":"\w+"/, '"key":"../../x"')),
    'with a line that is no JSON': (store, snapshot) =>
      changeLines(store, snapshot, 'posts', (lines) => lines.replace('{', '[')),
    'with a column that nobody knows': (store, snapshot) =>
      changeLines(store, snapshot, 'posts', (lines) => lines.replace('"title"', '"tilte"')),
  }

  test('is refused in one line by restore and verify, and the place stays empty', async () => {
    const target = await locationOfThisTest()
    for (const [what, change] of Object.entries(changes)) {
      const store = await copyOfStore(original)
      change(store, name)
      for (const [of, words] of [
        [target, `restore ${name}`],
        [place, `backup verify ${name}`],
      ] as const) {
        const { code, stderr } = await command(of, words, { BACKUP_TO: store })
        expect({ what, code, stderr }).toEqual({ what, code: 1, stderr: expect.not.stringMatching(/\n\s+at /) })
        if (of === target)
          expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/damaged|newer version|isn't of a snapshot|can't be/)
      }
      expect(existsSync(join(store, '..', 'x')), what).toBe(false)
    }
    // another snapshot goes into the same place
    expect(await command(target, `restore ${name}`, { BACKUP_TO: original })).toMatchObject({ code: 0 })
  })
})

describe('a store that', () => {
  test('is out of reach, or a folder whose disk isn’t there, is named in one line', async () => {
    const unreachable = {
      BACKUP_TO: 's3://copias',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      ...{ BACKUP_ACCESS_KEY_ID: 'key', BACKUP_SECRET_ACCESS_KEY: 'secret' },
    }
    const away = { BACKUP_TO: join(await newStore(), 'not', 'there') }
    for (const words of ['backup', 'backup list', 'backup verify', 'backup forget', 'restore 20261122T033000Z']) {
      const far = await command(place, words, unreachable)
      expect([words, far]).toMatchObject([words, { code: 1, stderr: expect.stringMatching(isOneLine) }])
      expect(far.stderr).toMatch(/out of reach \(.*ECONNREFUSED/)
    }
    for (const words of ['backup', 'restore 20261122T033000Z']) {
      const gone = await command(place, words, away)
      expect([words, gone]).toMatchObject([words, { code: 1, stderr: expect.stringMatching(isOneLine) }])
      expect(gone.stderr).toContain('is its disk mounted?')
    }
  })

  test('is a file is refused in one line', async () => {
    const file = join(await newStore(), 'a-file')
    writeFileSync(file, '')
    const { code, stderr } = await commandLine(place, 'backup', { BACKUP_TO: file })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(isOneLine) })
  })

  test('dies half-way leaves no snapshot, and takes one when it is back', async () => {
    const s3 = await newBucket()
    const store = snapshotsIn(s3)
    await backup(place, store)
    s3.faults.downFor = /manifest/
    const { code, stderr } = await command(place, 'backup', store)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/out of reach/) })
    expect(stderr).not.toMatch(/\n\s+at /)
    s3.faults.downFor = undefined
    expect((await command(place, 'backup list', store)).lines).toHaveLength(1)
    const made = await backup(place, store)
    expect((await command(place, `backup verify ${made}`, store)).code).toBe(0)
  })

  test('has lost its manifests has no snapshot', async () => {
    const store = await copyOfStore(original)
    rmSync(partOf(store, name, 'manifest.json'))
    const target = await locationOfThisTest()
    const { code, stderr } = await command(target, `restore ${name}`, { BACKUP_TO: store })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(isOneLine) })
  })

  test('has a damaged key, with a passphrase, is refused in one line', async () => {
    const store = await newStore()
    const encrypted = { BACKUP_TO: store, BACKUP_PASSPHRASE: 'el faro no duerme nunca' }
    const made = await backup(place, encrypted)
    const path = partOf(store, made, 'manifest.json.age')
    writeFileSync(path, readFileSync(path).subarray(5))
    const read = await command(place, `restore ${made} --replace`, encrypted)
    expect(read).toMatchObject({ code: 1, stderr: expect.stringMatching(/^.*damaged\n$/) })
    writeFileSync(join(store, 'key.age'), 'no key')
    const { code, stderr } = await command(place, 'backup list', encrypted)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(isOneLine) })
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
  describe('a full disk', () => {
    test('of the store: a clear line, and the server’s community is as it was', async () => {
      const target = await locationOfThisTest()
      const { hipatia, close } = await startCommunity({ location: target })
      await hipatia.uploads({ name: 'grande.bin', bytes: new Uint8Array(400_000) })
      const store = await newStore()
      const full = await run('admin', ['backup'], target, { BACKUP_TO: store }, withSmallFolder(store, 200)).ended
      expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/ENOSPC.*\n$/) })
      expect(full.stderr).not.toMatch(/\n\s+at /)
      // the next one is made where there is room
      const made = await backup(target, { BACKUP_TO: store })
      expect((await command(target, `backup verify ${made}`, { BACKUP_TO: store })).code).toBe(0)
      await close()
    })

    test('of the place: a restore says so, and leaves it empty', async () => {
      const store = await copyOfStore(original)
      const target = await locationOfThisTest()
      const prefix = withSmallFolder(target.dataDir, 16)
      const full = await run('admin', ['restore', name], target, { BACKUP_TO: store }, prefix).ended
      expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/ENOSPC|full|space/) })
      expect(full.stderr).not.toMatch(/\n\s+at /)
      expect(await command(target, `restore ${name}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
    })
  })

describe('two at once', () => {
  const lock = (store: string, holder: Record<string, unknown>, until: number) =>
    writeFileSync(
      join(store, 'lock'),
      JSON.stringify({ holder: { id: 'another', host: 'faro', boot: 'other', pid: 1, ...holder }, until }),
    )

  test('a store that another machine writes to is refused; a lock that ran out is taken over', async () => {
    const store = await copyOfStore(original)
    expect(readdirSync(store)).not.toContain('lock')
    lock(store, {}, Date.now() + 60_000)
    for (const words of ['backup', 'backup forget']) {
      const { code, stderr } = await command(place, words, { BACKUP_TO: store })
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^another command is writing.*faro.*\n$/),
      })
    }
    expect((await command(place, 'backup list', { BACKUP_TO: store })).lines[0]).toContain(name)
    lock(store, {}, Date.now() - 1)
    await backup(place, { BACKUP_TO: store })
    expect(readdirSync(store)).not.toContain('lock')
  })

  test('a command that was killed holds nobody up', async () => {
    const s3 = await newBucket()
    const store = snapshotsIn(s3)
    s3.faults.waitFor = { key: /^blobs\//, until: new Promise(() => {}) }
    const killed = run('admin', ['backup'], place, store)
    await expect.poll(() => s3.counts.waiting).toBeGreaterThan(0)
    const refused = await command(place, 'backup', store)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('another command is writing') })
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
  const restored = await startCommunity({ location: other })
  const posts = expectDone(await restored.hipatia.get<Post[]>('/posts'))
  expect(posts.map(({ title }) => title)).toEqual(['Antes'])
  await Promise.all([restored.close(), close()])
})
