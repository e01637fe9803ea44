import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { limits } from '../contract/limits.ts'
import { NewUser } from '../contract/users.ts'
import { isBesideData } from './backup-settings.ts'
import type { DatabaseLocation } from './db/db.ts'
import { OperatorError } from './operator-error.ts'
import { plaintextSettings } from './plaintext.ts'
import { readSecretFiles, secretNames } from './secret-files.ts'
import * as values from './setting-values.ts'

const { name: AdminName, email: AdminEmail, password: AdminPassword } = NewUser.shape
const passwordTakes = `${limits.password.min} to ${limits.password.max} characters, not only spaces`

/** The first administrator's, unless the settings say otherwise. */
export const initialAdmin = { name: 'admin', email: 'admin@localhost' }

/** A hundred years. */
const maxDays = 36_500

/**
 * Every setting (DECISIONS §1), as an environment variable or a line of `.env`. The comments are the table of
 * docs/operating.md, which `node scripts/structure.ts --write` makes.
 */
const Settings = z.object({
  /** Port to listen on; 0 is any free one. */
  PORT: z._default(values.whole(0, 65_535), 3000),
  /** Address to listen on; `0.0.0.0` or `::` for all addresses of the machine. */
  HOST: z._default(values.host, '127.0.0.1'),
  /** Folder of the database and the archive, created if missing. Only the server's account can read it. */
  DATA_DIR: z._default(values.folder, resolve('data')),
  /** PostgreSQL in place of SQLite in `DATA_DIR`. */
  DATABASE_URL: z.optional(values.databaseUrl),
  /** Address that people open. */
  PUBLIC_URL: z.optional(values.origin('the address people open, like https://alejandria.example, without a path')),
  /**
   * Mail server, with user and password if it requires them (special characters encoded, such as `%40`); requires
   * `PUBLIC_URL`. Without it mails are files in `DATA_DIR/outbox`.
   */
  SMTP_URL: z.optional(values.smtpUrl),
  /** Sender of mails, with or without a name; without it `no-reply@` the host of `PUBLIC_URL`. */
  MAIL_FROM: z.optional(values.mailFrom),
  /** Connections to other machines that may do without verified TLS; the log names them at the start. */
  ALLOW_PLAINTEXT: z._default(values.plaintextList, []),
  /** With 0 other sites aren't asked for the titles of links in the archive. */
  LINK_TITLES: z._default(values.zeroOrOne, true),
  /**
   * The only sites asked for titles of pages (of videos: `www.youtube.com`) and images of avatars, and the only services
   * of push messages; `*.` for all names below one. Without it every public site.
   */
  OUTBOUND_HOSTS: z.optional(values.hostList),
  /** Scanner of viruses for each upload; without it nothing is scanned. */
  CLAMD: z.optional(values.scannerAddress),
  /** Largest file of the archive, in megabytes (2^20 bytes). */
  MAX_UPLOAD_MB: z._default(values.whole(1, 5000), 200),
  /** Megabytes that a member's files may take together; 0 is no quota, and administrators have none. */
  QUOTA_MB: z._default(values.whole(0, 100_000_000), 0),
  /** Bucket for the archive's bytes in place of a folder in `DATA_DIR`; requires the two keys below. */
  S3_BUCKET: z.optional(values.bucketName),
  /** Store of the bucket; without it Amazon's own. */
  S3_ENDPOINT: z.optional(values.storeAddress),
  /** Region of the bucket, as the store names it. */
  S3_REGION: z._default(values.region, 'us-east-1'),
  /** Key of an account that may use the bucket. */
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  /** Secret of that key. */
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** Place of the nightly snapshots, apart from `DATA_DIR`; a bucket requires the two keys below. */
  BACKUP_TO: z.optional(values.backupPlace),
  /** Store of the snapshots' bucket; without it Amazon's own. */
  BACKUP_S3_ENDPOINT: z.optional(values.storeAddress),
  /** Region of that bucket. */
  BACKUP_S3_REGION: z._default(values.region, 'us-east-1'),
  /** Key of an account that may use that bucket. */
  BACKUP_ACCESS_KEY_ID: z.optional(z.string()),
  /** Secret of that key. */
  BACKUP_SECRET_ACCESS_KEY: z.optional(z.string()),
  /** Hour of the nightly snapshot, in the time zone of `TIME_ZONE`. */
  BACKUP_AT: z._default(values.hour, '03:30'),
  /** Days, weeks and months that keep their newest snapshot. */
  BACKUP_KEEP: z._default(values.snapshotRetention, '7d 5w 12m'),
  /** The community's time zone. */
  TIME_ZONE: z._default(values.timeZone, 'Europe/Madrid'),
  /** Days after which an audit event goes. */
  KEEP_AUDIT_DAYS: z._default(values.whole(90, maxDays), 730),
  /** Days after which a mail goes, with its list of recipients. */
  KEEP_MAILS_DAYS: z._default(values.whole(30, maxDays), 365),
  /** Newest versions of a post that are kept, in addition to the first. */
  KEEP_VERSIONS: z._default(values.whole(1, 1_000_000), 50),
  /** Days after which a version that another one replaced goes, unless it is the first. */
  KEEP_VERSIONS_DAYS: z._default(values.whole(1, maxDays), 365),
  /** Encrypts everything in `BACKUP_TO`, which is lost without it. */
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(8, 'at least 8 characters'))),
  /** Third-party viewer, to which private PDFs are then sent; requires `PUBLIC_URL`. Without it this server shows them. */
  DOCS_VIEWER_URL: z.optional(values.viewerUrl),
  /**
   * Days without a visit after which a session ends that its person keeps on the device; 180 after the sign-in in any
   * case. Others end after 12 hours without activity, and after seven days.
   */
  SESSION_DAYS: z._default(values.whole(1, 365), 30),
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and networks. */
  TRUST_PROXY: z._default(values.proxies, []),
  /** With `off` the service worker of every browser is taken back, with all that it keeps there. */
  SERVICE_WORKER: z._default(values.onOrOff, 'on'),
  /** Token with which a monitor reads the state. */
  STATE_TOKEN: z.optional(values.stateToken),
  /** Least level of the lines in the log. */
  LOG_LEVEL: z._default(values.logLevel, 'info'),
  /** Name of the first administrator. */
  ADMIN_NAME: z._default(AdminName, initialAdmin.name),
  /** E-mail address of the first administrator. */
  ADMIN_EMAIL: z._default(AdminEmail, initialAdmin.email),
  /** Password of the first administrator; without it one is generated and printed. Not empty. */
  ADMIN_PASSWORD: z.optional(
    AdminPassword.check(z.refine((password) => password.trim() !== '', { error: passwordTakes })),
  ),
})

export type Config = z.output<typeof Settings>

export const locationOf = ({ DATA_DIR, DATABASE_URL }: Config): DatabaseLocation => ({
  dataDir: DATA_DIR,
  databaseUrl: DATABASE_URL,
})

const secrets = new Set<string>(secretNames)
const descriptions: Record<string, string> = {
  ADMIN_NAME: `a name of at most ${limits.userName} characters`,
  ADMIN_EMAIL: 'an e-mail address',
  ADMIN_PASSWORD: passwordTakes,
}

/** Refuses settings that need another one which is absent. */
function checkDependentSettings(config: Config): Config {
  const refuse = (name: keyof Config, needed: string) => {
    throw new OperatorError(`${name} is ${JSON.stringify(config[name])}; it takes ${needed}`)
  }
  const { PUBLIC_URL } = config
  if (config.S3_BUCKET && !(config.AWS_ACCESS_KEY_ID && config.AWS_SECRET_ACCESS_KEY))
    refuse('S3_BUCKET', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it')
  if (config.BACKUP_TO?.startsWith('s3:') && !(config.BACKUP_ACCESS_KEY_ID && config.BACKUP_SECRET_ACCESS_KEY))
    refuse('BACKUP_TO', 'BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY beside it')
  if (isBesideData(config))
    refuse('BACKUP_TO', `a folder apart from DATA_DIR (${config.DATA_DIR}), neither in it nor around it`)
  if (config.DOCS_VIEWER_URL && !PUBLIC_URL)
    refuse('DOCS_VIEWER_URL', 'PUBLIC_URL beside it, for the viewer to reach the document')
  if (config.SMTP_URL && !PUBLIC_URL)
    throw new OperatorError('SMTP_URL is given; it takes PUBLIC_URL beside it, for the links in mails')
  const plain = plaintextSettings(config).map(
    ({ name, kind, remedy }) =>
      `${name} is of another machine and without verified TLS; it takes ${remedy}, or ALLOW_PLAINTEXT=${kind} if only your own network connects the two`,
  )
  if (plain.length > 0) throw new OperatorError(plain.join('\n'))
  return config
}

export const isSetting = (name: string) =>
  name in Settings.shape || secretNames.some((secret) => name === `${secret}_FILE`)

/**
 * Reads the settings. An empty one counts as absent, except ADMIN_PASSWORD: an operator who meant to set a password
 * must not get an account with another one.
 */
export function readConfig(allSettings: Record<string, string | undefined>): Config {
  const { environment, faults } = readSecretFiles(allSettings)
  // Node's own, of which nothing here may make use: each connection checks the certificate
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    faults.push('NODE_TLS_REJECT_UNAUTHORIZED is "0"; it takes no value: NODE_EXTRA_CA_CERTS adds an authority')
  const settings = Object.fromEntries(
    Object.keys(Settings.shape).flatMap((name) => {
      const value = environment[name]
      return value === undefined || (value === '' && name !== 'ADMIN_PASSWORD') ? [] : [[name, value]]
    }),
  )
  const result = z.safeParse(Settings, settings)
  if (result.success && faults.length === 0) return checkDependentSettings(result.data)
  const wrong = Map.groupBy(result.error?.issues ?? [], ({ path }) => String(path[0]))
  const lines = [...wrong].map(([name, [issue]]) => {
    const value = secrets.has(name) ? 'a secret that is not shown' : JSON.stringify(settings[name])
    return `${name} is ${value}; it takes ${descriptions[name] ?? issue?.message}`
  })
  throw new OperatorError([...faults, ...lines].join('\n'))
}
