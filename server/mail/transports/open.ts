import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { isStorageFull } from '../../db/errors.ts'
import { fsync } from '../../lib/fsync.ts'
import { composeMime, type SenderIdentity } from './mime.ts'
import { openSmtpTransport } from './smtp.ts'
import { MailRefused, type MailTransport } from './transport.ts'

/** Writes each email to `<its id>.eml` atomically; a second attempt replaces the first one's file. */
async function openFolderTransport(folder: string, sender: SenderIdentity): Promise<MailTransport> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  async function write(name: string, bytes: Buffer) {
    const part = join(folder, `.${name}.part`)
    await writeFile(part, bytes, { mode: 0o600, flush: true })
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

function senderOf({ PUBLIC_URL, MAIL_FROM }: Config): SenderIdentity {
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'
  return { host, from: MAIL_FROM ?? { name: 'Alejandría', address: `no-reply@${host}` } }
}

/** A mail server if `SMTP_URL` is set, a folder otherwise. */
export async function openMailTransport(config: Config): Promise<MailTransport> {
  const sender = senderOf(config)
  return config.SMTP_URL
    ? openSmtpTransport(
        { url: config.SMTP_URL, isLocal: config.ALLOW_PLAINTEXT.includes('smtp') ? true : undefined },
        sender,
      )
    : openFolderTransport(join(config.DATA_DIR, 'outbox'), sender)
}
