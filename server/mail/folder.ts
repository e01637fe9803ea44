import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isStorageFull } from '../db/faults.ts'
import { type Mailer, MailRefused } from './mailer.ts'
import { composeMessage, type House } from './message.ts'

async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Each letter becomes `<its id>.eml`, whole or not at all; sent again it takes its own place. */
export async function openMailFolder(folder: string, house: House): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  async function write(name: string, bytes: Buffer) {
    const beside = join(folder, `.${name}.part`)
    const handle = await open(beside, 'w', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, join(folder, name))
    await syncFolder(folder)
  }

  return {
    async send(letter) {
      try {
        await write(`${letter.id}.eml`, await composeMessage(house, letter))
      } catch (cause) {
        const reason = isStorageFull(cause)
          ? 'No queda sitio en el disco'
          : 'No se puede escribir en la carpeta de correos'
        throw new MailRefused(reason, { all: true, isFinal: false, cause })
      }
    },
    close() {},
  }
}
