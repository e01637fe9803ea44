// Kinds of values that settings take, each with the words of its refusal.
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { NewUser } from '../contract/users.ts'
import { isBackupPlace, parseRetention } from './backup-settings.ts'
import { type PlaintextKind, plaintextKinds, type ScannerAddress } from './plaintext.ts'

const text = (description: string, isValid: (value: string) => boolean) =>
  z.string().check(z.refine(isValid, description))

/** Refuses what `read` returns undefined for. */
const parsed = <T>(description: string, read: (value: string) => T | undefined) =>
  z.pipe(
    z.string(),
    z.transform((input: string, { issues }): T => {
      const value = read(input)
      if (value !== undefined) return value
      issues.push({ code: 'custom', message: description, input })
      return z.NEVER
    }),
  )

/** Names separated by commas, none of them for the word `none`. */
const namesIn = <T extends string>(value: string, none: string | undefined, isValid: (name: string) => boolean) => {
  const names = value === none ? [] : value.split(',').map((name) => name.trim())
  return names.every(isValid) ? (names as T[]) : undefined
}

export const whole = (min: number, max: number) =>
  parsed(`a whole number from ${min} to ${max}`, (digits) => {
    const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
    return value >= min && value <= max ? value : undefined
  })

export const zeroOrOne = parsed('0 or 1', (value) => (/^[01]$/.test(value) ? value === '1' : undefined))

/** Kept as the URL parser reads it: without blanks and the last slash, in small letters, an international host in ASCII. */
export const origin = (description: string) =>
  parsed(description, (value) => {
    const url = URL.parse(value)
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') return undefined
    return /[?#]/.test(value) || url.username ? undefined : url.origin
  })

export const storeAddress = origin('the address of the store, like https://s3.example, without a path')
export const region = z.string().check(z.regex(/^[\w-]+$/, 'a region, like eu-west-1'))
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
export const bucketName = z.string().check(z.regex(bucketPattern, 'the name of a bucket, like alejandria-files'))

export const host = z.string().check(z.regex(/^[\w.:-]+$/, 'a host name or an address'))

/** Blanks at its ends are no part of it. */
export const folder = z.pipe(
  z.string(),
  z.transform((path: string) => resolve(path.trim() || 'data')),
)

export const databaseUrl = text(
  'an address like postgres://user:password@host/name',
  (value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
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

export const smtpUrl = text(
  'an address like smtp://user:password@mail.example:587 or smtps://…, without a path',
  isSmtpUrl,
)

/** `Name <address>` or an address alone, both by the rules for accounts. */
export const mailFrom = parsed('one address, like Alejandría <biblioteca@alejandria.example>', (value) => {
  if (value.length > 400) return undefined
  const [, name, inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value.trim()) ?? []
  const address = z.safeParse(NewUser.shape.email, inBrackets ?? value)
  const senderName = z.safeParse(NewUser.shape.name, name?.trim().replace(/^"(.*)"$/, '$1') || 'Alejandría')
  return address.success && senderName.success ? { name: senderName.data, address: address.data } : undefined
})

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

export const proxies = parsed('off, or the addresses of the proxies, like 127.0.0.1,10.0.0.0/8', (value) =>
  namesIn(value, 'off', isProxy),
)

function isTimeZone(value: string) {
  try {
    new Intl.DateTimeFormat('es', { timeZone: value })
    return true
  } catch {
    return false
  }
}

export const timeZone = text('a time zone, like Europe/Madrid', isTimeZone)

const hostPattern = /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i

export const hostList = parsed(
  'none, or host names separated by commas, like www.youtube.com, *.example.org',
  (value) => namesIn(value, 'none', (name) => hostPattern.test(name))?.map((name) => name.toLowerCase()),
)

export const plaintextList = parsed(`one or more of ${plaintextKinds.join(', ')}, separated by commas`, (value) =>
  namesIn<PlaintextKind>(value, undefined, (name) => plaintextKinds.some((kind) => kind === name)),
)

const scannerTakes = 'the address of a clamd, like 127.0.0.1:3310, or the path of its socket'
/** `host:port`, an IPv6 address in brackets, or the path of a Unix socket. */
export const scannerAddress = parsed(scannerTakes, (value): ScannerAddress | undefined => {
  if (/^\/[^\0]{1,106}$/.test(value)) return { path: value }
  const [, ipv6, name, digits] = /^(?:\[([^\]]*)\]|([\w.-]+)):(\d{1,5})$/.exec(value) ?? []
  const port = Number(digits)
  if (!(port >= 1 && port <= 65_535) || (ipv6 !== undefined && isIP(ipv6) !== 6)) return undefined
  return { host: ipv6 ?? name ?? '', port }
})

export const backupPlace = parsed('a folder, or s3://bucket/prefix', (value) => {
  const place = value.trim()
  if (!isBackupPlace(place, bucketPattern)) return undefined
  return place.startsWith('s3:') ? place : resolve(place)
})

export const hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour, like 03:30'))

export const snapshotRetention = text(
  'how many days, weeks and months keep a snapshot, like 7d 5w 12m',
  (value) => parseRetention(value) !== undefined,
)

export const viewerUrl = text(
  'an https address with {url} where the document goes, like https://viewer.example/?url={url}',
  (value) => /^https:\/\//.test(value) && value.includes('{url}') && URL.canParse(value.replace('{url}', 'x')),
)

export const onOrOff = z.enum(['on', 'off'], 'on or off')

export const stateToken = z
  .string()
  .check(z.regex(/^[\w.~+/-]{16,200}=*$/, 'at least 16 letters and digits, such as those of openssl rand -hex 24'))

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const logLevel = z.enum(logLevels, `one of ${logLevels.join(', ')}`)
