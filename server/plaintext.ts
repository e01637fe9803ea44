import { isReadable } from './db/postgres.ts'
import { hostOf, isLoopback } from './lib/network.ts'

export const plaintextKinds = ['postgres', 's3', 'smtp', 'clamd'] as const
export type PlaintextKind = (typeof plaintextKinds)[number]

/** A path is that of a Unix socket. */
export type ScannerAddress = { path: string } | { host: string; port: number }

interface Connections {
  ALLOW_PLAINTEXT: PlaintextKind[]
  DATABASE_URL?: string | undefined
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
  BACKUP_TO?: string | undefined
  BACKUP_S3_ENDPOINT?: string | undefined
  CLAMD?: ScannerAddress | undefined
}

const isPlainStore = (endpoint: string | undefined) =>
  endpoint?.startsWith('http:') === true && !isLoopback(hostOf(endpoint))

/**
 * Settings whose connections others on the way can read or answer. A mail server isn't among them: its address doesn't
 * say if it has TLS, which is demanded when a mail is sent.
 */
export function plaintextSettings(connections: Connections) {
  const { DATABASE_URL, S3_BUCKET, BACKUP_TO, CLAMD } = connections
  const found: { name: keyof Connections; kind: PlaintextKind; remedy: string }[] = []
  const https = 'an https address'
  if (DATABASE_URL && isReadable(DATABASE_URL))
    found.push({ name: 'DATABASE_URL', kind: 'postgres', remedy: '?sslmode=verify-full at its end' })
  if (S3_BUCKET && isPlainStore(connections.S3_ENDPOINT)) found.push({ name: 'S3_ENDPOINT', kind: 's3', remedy: https })
  if (BACKUP_TO?.startsWith('s3:') && isPlainStore(connections.BACKUP_S3_ENDPOINT))
    found.push({ name: 'BACKUP_S3_ENDPOINT', kind: 's3', remedy: https })
  // clamd has no TLS
  if (CLAMD && 'host' in CLAMD && !isLoopback(CLAMD.host))
    found.push({ name: 'CLAMD', kind: 'clamd', remedy: 'an address of this machine or the path of a socket' })
  return found.filter(({ kind }) => !connections.ALLOW_PLAINTEXT.includes(kind))
}
