import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openMailFolder } from './folder.ts'
import type { Mailer } from './mailer.ts'
import type { House } from './message.ts'
import { openSmtp } from './smtp.ts'

function houseOf({ PUBLIC_URL, MAIL_FROM }: Config): House {
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'
  return { host, from: MAIL_FROM ?? { name: 'Alejandría', address: `no-reply@${host}` } }
}

/** A mail server with `SMTP_URL`, a folder without. */
export const openMailer = async (config: Config): Promise<Mailer> =>
  config.SMTP_URL
    ? openSmtp({ url: config.SMTP_URL }, houseOf(config))
    : openMailFolder(join(config.DATA_DIR, 'outbox'), houseOf(config))
