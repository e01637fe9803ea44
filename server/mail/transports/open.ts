import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openFolderTransport } from './folder.ts'
import type { SenderIdentity } from './mime.ts'
import { openSmtpTransport } from './smtp.ts'
import type { MailTransport } from './transport.ts'

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
