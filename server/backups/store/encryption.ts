import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import * as age from 'age-encryption'
import { keyCost } from './keys.ts'

/** Bytes and names in a store: as they are, or encrypted with age (https://age-encryption.org). */
export interface Encryption {
  isOn: boolean
  encrypt(plain: Readable): Promise<Readable>
  decrypt(stored: Readable): Promise<Readable>
  /** Name of a blob by the SHA-256 of its content, which an encrypted store doesn't show. */
  nameOf(sha256: string): string
}

export const noEncryption: Encryption = {
  isOn: false,
  encrypt: async (plain) => plain,
  decrypt: async (stored) => stored,
  nameOf: (sha256) => sha256,
}

/**
 * A new identity, encrypted with the passphrase: `age -d` reads it, and with it everything else. The passphrase itself
 * would cost a second for each file.
 */
export async function createIdentity(passphrase: string): Promise<Uint8Array> {
  const encrypter = new age.Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(keyCost.logN)
  return encrypter.encrypt(`${await age.generateX25519Identity()}\n`)
}

/** Undefined if the passphrase is wrong. */
export async function openEncryption(identityFile: Uint8Array, passphrase: string): Promise<Encryption | undefined> {
  const opener = new age.Decrypter()
  opener.addPassphrase(passphrase)
  const identity = await opener.decrypt(identityFile, 'text').then(
    (text) => text.trim(),
    () => undefined,
  )
  if (identity === undefined) return undefined
  const encrypter = new age.Encrypter()
  encrypter.addRecipient(await age.identityToRecipient(identity))
  const decrypter = new age.Decrypter()
  decrypter.addIdentity(identity)
  const nameKey = createHmac('sha256', identity).update('names of blobs').digest()
  return {
    isOn: true,
    encrypt: async (plain) => fromWeb(await encrypter.encrypt(toWeb(plain))),
    decrypt: async (stored) => fromWeb(await decrypter.decrypt(toWeb(stored))),
    nameOf: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex'),
  }
}

type Web = globalThis.ReadableStream<Uint8Array<ArrayBuffer>>
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as Web
const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream)
