import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { limits } from '../contract/limits.ts'
import { NewUser } from '../contract/users.ts'
import { isBackupPlace, isBesideData } from './backups/place.ts'
import { parseRetention } from './backups/snapshots/retention.ts'
import type { DatabaseLocation } from './db/db.ts'
import type { ScannerAddress } from './files/scanner.ts'
import { OperatorError } from './operator-error.ts'
import { type PlaintextKind, plaintextKinds, plaintextSettings } from './plaintext.ts'
import { readSecretFiles, secretNames } from './secret-files.ts'

const takes = (description: string) => ({ error: description })

const whole = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `a whole number from ${min} to ${max}`)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.refine((value) => value >= min && value <= max, takes(`a whole number from ${min} to ${max}`))),
    ),
  )

const zeroOrOne = (byDefault: boolean) =>
  z._default(
    z.pipe(
      z.enum(['0', '1'], takes('0 or 1')),
      z.transform((value: '0' | '1') => value === '1'),
    ),
    byDefault,
  )

function isOrigin(value: string) {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#]/.test(value) && !url.username
}

/** Kept as the URL parser reads it: without blanks and the last slash, in small letters, an international host in ASCII. */
const origin = (description: string) =>
  z.pipe(
    z.string().check(z.refine(isOrigin, takes(description))),
    z.transform((value: string) => new URL(value).origin),
  )

/** A URL of a mail server, with user and password or with neither. */
function isSmtpUrl(value: string) {
  const url = URL.parse(value)
  if (url === null || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    return false
  if (!url.hostname || (url.username === '') !== (url.password === '')) return false
  try {
    return [url.username, url.password].every((part) => !/[\r\n\0]/.test(decodeURIComponent(part)))
  } catch {
    return false
  }
}

const mailFromTakes = 'one address, like Alejandría <biblioteca@alejandria.example>'
/** `Name <address>` or an address alone, both by the rules for accounts. */
const MailFrom = z.pipe(
  z.string().check(
    z.refine((value) => value.length <= 400 && readMailFrom(value) !== undefined, {
      error: mailFromTakes,
      abort: true,
    }),
  ),
  z.transform((value: string) => readMailFrom(value) as { name: string; address: string }),
)

function readMailFrom(value: string) {
  const [, name, inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value.trim()) ?? []
  const address = z.safeParse(NewUser.shape.email, inBrackets ?? value)
  const senderName = z.safeParse(NewUser.shape.name, name?.trim().replace(/^"(.*)"$/, '$1') || 'Alejandría')
  return address.success && senderName.success ? { name: senderName.data, address: address.data } : undefined
}

// Addresses and networks of proxies. An IPv4 address mapped to IPv6 is refused: it would match far more addresses.
function isProxy(value: string) {
  const [address = '', prefix, ...rest] = value.split('/')
  const family = isIP(address)
  if (!family || rest.length > 0) return false
  if (family === 6 && URL.parse(`http://[${address}]`)?.hostname.startsWith('[::ffff:')) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4')
    return Number(prefix) > 0
  } catch {
    return false
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const { name: AdminName, email: AdminEmail, password: AdminPassword } = NewUser.shape
const passwordTakes = `${limits.password.min} to ${limits.password.max} characters, not only spaces`

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const storeAddress = origin('the address of the store, like https://s3.example, without a path')
const region = z.string().check(z.regex(/^[\w-]+$/, 'a region, like eu-west-1'))

function isTimeZone(value: string) {
  try {
    new Intl.DateTimeFormat('es', { timeZone: value })
    return true
  } catch {
    return false
  }
}

const namesIn = (list: string) => list.split(',').map((name) => name.trim())

const hostPattern = /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i
const isHostList = (value: string) => value === 'none' || namesIn(value).every((name) => hostPattern.test(name))

/** A hundred years. */
const maxDays = 36_500

/** `host:port`, an IPv6 address in brackets, or the path of a Unix socket. */
function readScannerAddress(value: string): ScannerAddress | undefined {
  if (/^\/[^\0]{1,106}$/.test(value)) return { path: value }
  const [, ipv6, name, digits] = /^(?:\[([^\]]*)\]|([\w.-]+)):(\d{1,5})$/.exec(value) ?? []
  const port = Number(digits)
  if (!(port >= 1 && port <= 65_535) || (ipv6 !== undefined && isIP(ipv6) !== 6)) return undefined
  return { host: ipv6 ?? name ?? '', port }
}

/** Every setting (DECISIONS §1), as an environment variable or a line of `.env`; documented in docs/operating.md. */
const Settings = z.object({
  PORT: z._default(whole(0, 65_535), 3000),
  HOST: z._default(z.string().check(z.regex(/^[\w.:-]+$/, 'a host name or an address')), '127.0.0.1'),
  DATA_DIR: z._default(
    z.pipe(
      z.string(),
      z.transform((path: string) => resolve(path.trim() || 'data')),
    ),
    resolve('data'),
  ),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
          takes('an address like postgres://user:password@host/name'),
        ),
      ),
  ),
  PUBLIC_URL: z.optional(origin('the address people open, like https://alejandria.example, without a path')),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isSmtpUrl,
          takes('an address like smtp://user:password@mail.example:587 or smtps://…, without a path'),
        ),
      ),
  ),
  MAIL_FROM: z.optional(MailFrom),
  ALLOW_PLAINTEXT: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => namesIn(value).every((name) => plaintextKinds.some((kind) => kind === name)),
            takes(`one or more of ${plaintextKinds.join(', ')}, separated by commas`),
          ),
        ),
      z.transform((value: string) => namesIn(value) as PlaintextKind[]),
    ),
    [],
  ),
  LINK_TITLES: zeroOrOne(true),
  OUTBOUND_HOSTS: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(isHostList, takes('none, or host names separated by commas, like www.youtube.com, *.example.org')),
        ),
      z.transform((value: string) => (value === 'none' ? [] : namesIn(value.toLowerCase()))),
    ),
  ),
  CLAMD: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => readScannerAddress(value) !== undefined,
            takes('the address of a clamd, like 127.0.0.1:3310, or the path of its socket'),
          ),
        ),
      z.transform((value: string) => readScannerAddress(value) as ScannerAddress),
    ),
  ),
  MAX_UPLOAD_MB: z._default(whole(1, 5000), 200),
  QUOTA_MB: z._default(whole(0, 100_000_000), 0),
  S3_BUCKET: z.optional(z.string().check(z.regex(bucketName, 'the name of a bucket, like alejandria-files'))),
  S3_ENDPOINT: z.optional(storeAddress),
  S3_REGION: z._default(region, 'us-east-1'),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  BACKUP_TO: z.optional(
    z.pipe(
      z.string().check(
        z.trim(),
        z.refine((place) => isBackupPlace(place, bucketName), takes('a folder, or s3://bucket/prefix')),
      ),
      z.transform((place: string) => (place.startsWith('s3:') ? place : resolve(place))),
    ),
  ),
  BACKUP_S3_ENDPOINT: z.optional(storeAddress),
  BACKUP_S3_REGION: z._default(region, 'us-east-1'),
  BACKUP_ACCESS_KEY_ID: z.optional(z.string()),
  BACKUP_SECRET_ACCESS_KEY: z.optional(z.string()),
  BACKUP_AT: z._default(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour, like 03:30')), '03:30'),
  BACKUP_KEEP: z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => parseRetention(value) !== undefined,
          takes('how many days, weeks and months keep a snapshot, like 7d 5w 12m'),
        ),
      ),
    '7d 5w 12m',
  ),
  TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, takes('a time zone, like Europe/Madrid'))),
    'Europe/Madrid',
  ),
  KEEP_AUDIT_DAYS: z._default(whole(90, maxDays), 730),
  KEEP_MAILS_DAYS: z._default(whole(30, maxDays), 365),
  KEEP_VERSIONS: z._default(whole(1, 1_000_000), 50),
  KEEP_VERSIONS_DAYS: z._default(whole(1, maxDays), 365),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(8, 'at least 8 characters'))),
  DOCS_VIEWER_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^https:\/\//.test(value) && value.includes('{url}') && URL.canParse(value.replace('{url}', 'x')),
          takes('an https address with {url} where the document goes, like https://viewer.example/?url={url}'),
        ),
      ),
  ),
  SESSION_DAYS: z._default(whole(1, 365), 30),
  TRUST_PROXY: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => value === 'off' || value.split(',').every((part) => isProxy(part.trim())),
            takes('off, or the addresses of the proxies, like 127.0.0.1,10.0.0.0/8'),
          ),
        ),
      z.transform((value: string) => (value === 'off' ? [] : value.split(',').map((part) => part.trim()))),
    ),
    [],
  ),
  SERVICE_WORKER: z._default(z.enum(['on', 'off'], takes('on or off')), 'on'),
  STATE_TOKEN: z.optional(
    z
      .string()
      .check(z.regex(/^[\w.~+/-]{16,200}=*$/, 'at least 16 letters and digits, such as those of openssl rand -hex 24')),
  ),
  LOG_LEVEL: z._default(z.enum(logLevels, takes(`one of ${logLevels.join(', ')}`)), 'info'),
  ADMIN_NAME: z._default(AdminName, 'admin'),
  ADMIN_EMAIL: z._default(AdminEmail, 'admin@localhost'),
  ADMIN_PASSWORD: z.optional(AdminPassword.check(z.refine((password) => password.trim() !== '', takes(passwordTakes)))),
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
  const { S3_BUCKET, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, DOCS_VIEWER_URL, PUBLIC_URL } = config
  if (S3_BUCKET && !(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY))
    throw new BadSettings(
      `S3_BUCKET is ${JSON.stringify(S3_BUCKET)}; it takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it`,
    )
  if (config.BACKUP_TO?.startsWith('s3:') && !(config.BACKUP_ACCESS_KEY_ID && config.BACKUP_SECRET_ACCESS_KEY))
    throw new BadSettings(
      `BACKUP_TO is ${JSON.stringify(config.BACKUP_TO)}; it takes BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY beside it`,
    )
  if (isBesideData(config))
    throw new BadSettings(
      `BACKUP_TO is ${JSON.stringify(config.BACKUP_TO)}; it takes a folder apart from DATA_DIR (${config.DATA_DIR}), neither in it nor around it`,
    )
  if (DOCS_VIEWER_URL && !PUBLIC_URL)
    throw new BadSettings(
      `DOCS_VIEWER_URL is ${JSON.stringify(DOCS_VIEWER_URL)}; it takes PUBLIC_URL beside it, for the viewer to reach the document`,
    )
  if (config.SMTP_URL && !PUBLIC_URL)
    throw new BadSettings('SMTP_URL is given; it takes PUBLIC_URL beside it, for the links in mails')
  const plain = plaintextSettings(config).map(
    ({ name, kind, remedy }) =>
      `${name} is of another machine and without verified TLS; it takes ${remedy}, or ALLOW_PLAINTEXT=${kind} if only your own network connects the two`,
  )
  if (plain.length > 0) throw new BadSettings(plain.join('\n'))
  return config
}

class BadSettings extends OperatorError {}

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
  const given = Object.fromEntries(
    Object.keys(Settings.shape).flatMap((name) => {
      const value = environment[name]
      return value === undefined || (value === '' && name !== 'ADMIN_PASSWORD') ? [] : [[name, value]]
    }),
  )
  const result = z.safeParse(Settings, given)
  if (result.success && faults.length === 0) return checkDependentSettings(result.data)
  const issues = result.error?.issues ?? []
  const wrong = new Map(issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]))
  const lines = [...wrong].reverse().map(([name, message]) => {
    const value = secrets.has(name) ? 'a secret that is not shown' : JSON.stringify(given[name])
    return `${name} is ${value}; it takes ${descriptions[name] ?? message}`
  })
  throw new BadSettings([...faults, ...lines].join('\n'))
}
