import type { Config } from './config.ts'
import { hostOf, isLoopback } from './lib/loopback.ts'

/** False for a host of this machine, and for a folder of sockets. */
const isElsewhere = (url: string) => hostOf(url) !== '' && !isLoopback(hostOf(url))

function hasPlainDatabase({ DATABASE_URL }: Config, sslMode: string | undefined) {
  if (!DATABASE_URL || !isElsewhere(DATABASE_URL)) return false
  const { searchParams } = new URL(DATABASE_URL)
  if (searchParams.get('host')?.startsWith('/') || /^(true|1)$/.test(searchParams.get('ssl') ?? '')) return false
  return !/^(require|verify-ca|verify-full|no-verify)$/.test(searchParams.get('sslmode') ?? sslMode ?? '')
}

/**
 * Settings whose connections others on the way can read, for a warning at the start: networks of containers have no TLS,
 * so nothing is refused. `sslMode`: PGSSLMODE, which the database's driver reads.
 */
export function unencryptedSettings(config: Config, sslMode: string | undefined) {
  const { S3_BUCKET, S3_ENDPOINT, SMTP_URL, SMTP_INSECURE } = config
  const isPlain = {
    DATABASE_URL: hasPlainDatabase(config, sslMode),
    S3_ENDPOINT: Boolean(S3_BUCKET && S3_ENDPOINT?.startsWith('http:') && isElsewhere(S3_ENDPOINT)),
    SMTP_INSECURE: Boolean(SMTP_URL && SMTP_INSECURE && isElsewhere(SMTP_URL)),
  }
  return Object.entries(isPlain).flatMap(([name, plain]) => (plain ? [name] : []))
}
