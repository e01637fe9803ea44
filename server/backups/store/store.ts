import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline as pipeStreams, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { newId } from '../../ids.ts'
import { OperatorError } from '../../operator-error.ts'
import { operatorMessage } from '../../operator-message.ts'
import { measure, measureFile } from '../../storage/bytes.ts'
import { openFolder } from '../../storage/folder.ts'
import { openBucket } from '../../storage/s3.ts'
import type { Blob, Storage } from '../../storage/storage.ts'
import { formatManifest, type Manifest, parseManifest } from '../snapshots/manifest.ts'
import { createIdentity, type Encryption, noEncryption, openEncryption } from './encryption.ts'
import { backupKeys, blobKey, identityKey, manifestPart, partKey, partOfKey } from './keys.ts'

export type BackupStore = Awaited<ReturnType<typeof openBackupStore>>

async function openStorage(config: Config, to: string): Promise<Storage> {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? []
  if (!bucket) {
    // with its parent missing too, it is a slip, or a disk that isn't there
    if (!existsSync(to) && !existsSync(dirname(to)))
      throw new OperatorError(`BACKUP_TO is ${to}, and there is no folder ${dirname(to)}: is its disk mounted?`)
    return openFolder(to, backupKeys)
  }
  return openBucket({
    bucket,
    prefix: prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`,
    keys: backupKeys,
    endpoint: config.BACKUP_S3_ENDPOINT,
    region: config.BACKUP_S3_REGION,
    accessKeyId: config.BACKUP_ACCESS_KEY_ID,
    secretAccessKey: config.BACKUP_SECRET_ACCESS_KEY,
  })
}

/**
 * Opens the store of the settings, where snapshots are kept; makes its folder, and with a passphrase its key. Bytes go in and
 * come out as they were: what encryption there is, is inside. Throws `OperatorError` if it can't be used.
 */
export async function openBackupStore(config: Config) {
  const to = config.BACKUP_TO
  if (!to) throw new OperatorError('BACKUP_TO is not set: it takes a folder, or s3://bucket/prefix')
  const storage = await openStorage(config, to)
  // a file of a folder is linked from the same disk
  const workFolder = to.startsWith('s3:') ? join(config.DATA_DIR, 'backup-incoming') : join(to, 'incoming')
  const encryption = await openKey(config.BACKUP_PASSPHRASE)
  const suffix = encryption.isOn ? '.age' : ''
  /** File name of a part: with `.age` at the end in an encrypted store. */
  const keyOfPart = (snapshot: string, part: string) => partKey(snapshot, part + suffix)

  /** Runs `work` with the path of a new file on the store's disk, which is removed afterwards. */
  async function inWorkFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
    await mkdir(workFolder, { recursive: true, mode: 0o700 })
    const path = join(workFolder, newId())
    try {
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Stores what `source` yields; the key may depend on it, and nothing is stored without one. */
  const write = (
    source: Readable,
    keyOf: (content: Blob) => string | undefined,
    onBytes?: (count: number) => void,
  ): Promise<Blob> =>
    inWorkFolder(async (path) => {
      const content = measure(onBytes)
      const stored = encryption.isOn ? measure() : content
      const file = createWriteStream(path, { mode: 0o600, highWaterMark: 2 ** 18 })
      if (encryption.isOn) {
        // an error of the source is that of what it is piped through
        const measured = pipeStreams(source, content.through, () => {})
        await pipeline(await encryption.encrypt(measured), stored.through, file)
      } else await pipeline(source, content.through, file)
      const key = keyOf(content.result())
      if (key !== undefined) await storage.put(key, path, stored.result())
      return content.result()
    })

  /** Stores something small as it is, also in an encrypted store. */
  async function writePlain(key: string, content: string | Uint8Array, options?: { isNew: boolean }) {
    await inWorkFolder(async (path) => {
      await writeFile(path, content, { mode: 0o600 })
      await storage.put(key, path, await measureFile(path), options)
    })
  }

  /** Throws `OperatorError` if it is missing or can't be decrypted. */
  async function read(key: string) {
    const stored = await storage.read(key)
    if (!stored) throw new OperatorError(`${key} is missing in ${to}`)
    try {
      return await encryption.decrypt(stored)
    } catch (cause) {
      throw damaged(key, cause)
    }
  }

  return {
    /** As in the settings, for messages. */
    place: to,
    storage,
    /** Removes what killed commands left on their way. Only with the lock of the store. */
    clearWorkFolder: () => rm(workFolder, { recursive: true, force: true }),
    write,
    writePlain,
    read,
    keyOfPart,
    /** Where the bytes with this hash are kept. */
    keyOfBlob: (sha256: string) => blobKey(encryption.nameOf(sha256)),
    /** Names of all complete snapshots, oldest first. */
    async list() {
      const snapshots: string[] = []
      for await (const { key } of storage.list()) {
        const { snapshot, part } = partOfKey(key) ?? {}
        if (snapshot && part === manifestPart + suffix) snapshots.push(snapshot)
      }
      return snapshots.sort()
    },
    async writeManifest(manifest: Manifest) {
      const content = Readable.from([Buffer.from(formatManifest(manifest))])
      await write(content, () => keyOfPart(manifest.snapshot, manifestPart))
    },
    /** Throws `OperatorError` unless there is a whole one. */
    async readManifest(snapshot: string) {
      const key = keyOfPart(snapshot, manifestPart)
      const file = await text(await read(key)).catch((cause) => {
        throw damaged(key, cause)
      })
      const manifest = parseManifest(file)
      if (manifest?.snapshot !== snapshot) throw damaged(key)
      return manifest
    },
  }

  /** `cause` as it is if it isn't about what was read. */
  function damaged(key: string, cause?: unknown) {
    return operatorMessage(cause) === undefined ? new OperatorError(`${key} in ${to} is damaged`, { cause }) : cause
  }

  async function openKey(passphrase: string | undefined): Promise<Encryption> {
    const file = await storage.read(identityKey)
    if (!file) return passphrase === undefined ? noEncryption : makeKey(passphrase)
    if (passphrase === undefined) {
      file.destroy()
      throw new OperatorError(`the snapshots in ${to} are encrypted: BACKUP_PASSPHRASE is needed to read them`)
    }
    const opened = await openEncryption(await buffer(file), passphrase)
    if (!opened) throw new OperatorError(`BACKUP_PASSPHRASE is not the passphrase of the snapshots in ${to}`)
    return opened
  }

  async function makeKey(passphrase: string): Promise<Encryption> {
    for await (const { key } of storage.list())
      if (partOfKey(key))
        throw new OperatorError(
          `the snapshots in ${to} are not encrypted, and BACKUP_PASSPHRASE is set: take a new place for encrypted ones`,
        )
    await writePlain(identityKey, await createIdentity(passphrase), { isNew: true })
    return openKey(passphrase)
  }
}
