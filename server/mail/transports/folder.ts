import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isStorageFull } from '../../db/errors.ts'
import { fsync } from '../../lib/fsync.ts'
import { composeMime, type SenderIdentity } from './mime.ts'
import { MailRefused, type MailTransport } from './transport.ts'

/** Writes each email to `<its id>.eml` atomically; a second attempt replaces the first one's file. */
export async function openFolderTransport(folder: string, sender: SenderIdentity): Promise<MailTransport> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  async function write(name: string, bytes: Buffer) {
    const part = join(folder, `.${name}.part`)
    const handle = await open(part, 'w', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, join(folder, name))
    await fsync(folder)
  }

  return {
    async send(email) {
      try {
        await write(`${email.id}.eml`, await composeMime(sender, email))
      } catch (cause) {
        const reason = isStorageFull(cause)
          ? 'No queda sitio en el disco'
          : 'No se puede escribir en la carpeta de correos'
        throw new MailRefused(reason, { concernsAll: true, isFinal: false, cause })
      }
    },
    close() {},
  }
}
