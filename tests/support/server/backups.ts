/** The operator's commands for snapshots, by the real program. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import { isBackupCommand, runBackupCommand } from '../../../server/backups/commands.ts'
import { readConfig } from '../../../server/config.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { isImportCommand, runImportCommand } from '../../../server/imports/command.ts'
import { operatorMessage } from '../../../server/operator-message.ts'
import type { S3 } from '../s3/server.ts'
import { type Community, createLocation, startCommunity } from './community.ts'
import { changeRows } from './database/rows.ts'
import { environmentOf, inDatabase, run } from './processes/server-process.ts'
import { createTempDir } from './storage/storage.ts'

export { hipatiasServer, signIn } from './processes/server-process.ts'
export { newBucket } from './storage/storage.ts'

/** A folder for snapshots, removed after the test. */
export const newStore = createTempDir

/** A folder with the snapshots of another one, removed after the test. */
export async function copyOfStore(original: string) {
  const store = join(await newStore(), 'copy')
  cpSync(original, store, { recursive: true })
  return store
}

/** Settings of an archive in a bucket. */
export const archiveIn = (s3: S3) => ({
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: s3.region,
  AWS_ACCESS_KEY_ID: s3.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
})

/** Settings of snapshots in a bucket. */
export const snapshotsIn = (s3: S3, prefix = '') => ({
  BACKUP_TO: `s3://${s3.bucket}${prefix}`,
  BACKUP_S3_ENDPOINT: s3.endpoint,
  BACKUP_S3_REGION: s3.region,
  BACKUP_ACCESS_KEY_ID: s3.accessKeyId,
  BACKUP_SECRET_ACCESS_KEY: s3.secretAccessKey,
})

/** Runs a command to its end in a process of its own; `lines` are those on standard output. */
export async function commandLine(
  place: DatabaseLocation,
  words: string | string[],
  settings: Record<string, string> = {},
) {
  const { code, stdout, stderr } = await run('admin', wordsOf(words), place, settings).ended
  return { code, lines: stdout.trimEnd().split('\n'), stderr }
}

const wordsOf = (words: string | string[]) => (typeof words === 'string' ? words.split(' ') : words)

const commands = [
  { isOne: isBackupCommand, work: runBackupCommand },
  { isOne: isImportCommand, work: runImportCommand },
]

/** The same without the process, whose start costs more than the work. One at a time. */
export async function command(
  place: DatabaseLocation,
  words: string | string[],
  settings: Record<string, string> = {},
) {
  const line = wordsOf(words)
  const work = commands.find(({ isOne }) => isOne(line))?.work
  if (!work) return commandLine(place, words, settings)
  const { exitCode } = process
  const out: string[] = []
  const err: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void out.push(`${text}`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(`${text}`) > 0),
  ]
  try {
    process.exitCode = 0
    await work(line, readConfig(environmentOf(place, settings)))
    return { code: Number(process.exitCode), lines: out.join('\n').split('\n'), stderr: err.join('') }
  } catch (error) {
    const message = operatorMessage(error)
    if (message === undefined) throw error
    return { code: 1, lines: out.join('\n').split('\n'), stderr: `${err.join('')}${message}\n` }
  } finally {
    process.exitCode = exitCode
    for (const spy of spies) spy.mockRestore()
  }
}

/** Makes a snapshot, also in a new place; returns its name. */
export async function backup(place: DatabaseLocation, settings: Record<string, string>) {
  const { code, lines, stderr } = await command(place, 'backup --new-place', settings)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return lines.at(-1) ?? ''
}

/** A community that is closed, and a snapshot of it in a folder; both are there for all tests of the file. */
export async function snapshotOfThisFile(
  fill: (community: Community, backUp: () => Promise<string>) => Promise<unknown>,
) {
  const place = await createLocation()
  const original = mkdtempSync(join(tmpdir(), 'alejandria-backups-'))
  afterAll(() => {
    rmSync(original, { recursive: true })
    place.remove()
  })
  const community = await startCommunity({ location: place, startsAt: Date.now() })
  const backUp = () => backup(place, { BACKUP_TO: original })
  await fill(community, backUp)
  await community.close()
  return { place, original, name: await backUp() }
}

export const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

/** The title that a server reads from a link's page. */
export const giveTitle = (place: DatabaseLocation, { id }: { id: string }, title: string) =>
  inDatabase(place, (db) => changeRows(db, 'files', { title }, { id }))
