import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openMailFolder } from './folder.ts'
import { lastSentIn } from './last-sent.ts'
import type { Mailer } from './mailer.ts'
import type { House } from './message.ts'
import { openSmtp } from './smtp.ts'

function houseOf({ PUBLIC_URL, MAIL_FROM }: Config): House {
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'
  return { host, from: MAIL_FROM ?? { name: 'Alejandría', address: `no-reply@${host}` } }
}

/** A mail server with `SMTP_URL`, a folder without; either way with what went out last in the data folder. */
export async function openMailer(config: Config): Promise<Mailer> {
  const house = houseOf(config)
  const mailer = config.SMTP_URL
    ? openSmtp({ url: config.SMTP_URL }, house)
    : await openMailFolder(join(config.DATA_DIR, 'outbox'), house)
  return { ...mailer, lastSent: lastSentIn(join(config.DATA_DIR, 'last-mail')) }
}
