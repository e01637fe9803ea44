import { createHmac, timingSafeEqual } from 'node:crypto'
import { files, type Rendition } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { accountExport, users } from '../../contract/users.ts'
import type { Services } from '../services.ts'
import { fail } from './fail.ts'

/** Permission to read one rendition of one file, a copy of an avatar, or a ZIP of one's own things, in one session. */
interface Grant<R extends string = string> {
  id: string
  rendition: R
  session_id: string
}

/**
 * URLs expire at the second full quarter of a day from now: after six to twelve hours. Equal grants have equal URLs
 * within a quarter, so that browsers can cache.
 */
const quarterDayMs = 6 * 60 * 60_000

const hmacOf = ({ urlSigningKey }: Services, { id, rendition, session_id }: Grant, expires: number) =>
  createHmac('sha256', urlSigningKey).update(`${id} ${rendition} ${session_id} ${expires}`).digest('base64url')

const endOfNextQuarter = ({ now }: Services) => (Math.floor(now() / quarterDayMs) + 2) * quarterDayMs

function signPath(services: Services, path: string, grant: Grant, expires = endOfNextQuarter(services)) {
  const signature = [grant.rendition, expires, grant.session_id, hmacOf(services, grant, expires)].join('.')
  return `/api${path.replace(':id', grant.id).replace(':signature', signature)}`
}

/** URL of a file's bytes on this server, for anybody who has it, while the session lasts. */
export const signUrl = (services: Services, grant: Grant<Rendition>) => signPath(services, files.content.path, grant)

/** The same for the copy of an avatar; `id` is its key in the storage. */
export const signAvatarUrl = (services: Services, { id, session_id }: Omit<Grant, 'rendition'>) =>
  signPath(services, users.avatar.path, { id, rendition: 'avatar', session_id })

export const exportRenditions = ['all', 'texts'] as const
type ExportRendition = (typeof exportRenditions)[number]

/** URL of a ZIP, valid for minutes; `id` is that of the audit event that its use is recorded by. */
export const signExportUrl = (services: Services, grant: Grant<ExportRendition>) =>
  signPath(services, accountExport.content.path, grant, services.now() + limits.accountExports.urlLifetimeMs)

const signaturePattern = /^([a-z]+)\.(\d{13,16})\.([0-9a-f]{32})\.([\w-]{43})$/

/** The grant of a path's signature. 403 if the signature is wrong, expired or for another id. */
export function readGrant<R extends string>(
  services: Services,
  { id, signature }: { id: string; signature: string },
  allowed: readonly R[],
): Grant<R> {
  const [, name, expires = '', session_id = '', hmac = ''] = signaturePattern.exec(signature) ?? []
  const rendition = allowed.find((known) => known === name)
  if (!rendition) return fail('address_expired')
  const grant = { id, rendition, session_id }
  const expected = hmacOf(services, grant, Number(expires))
  if (!timingSafeEqual(Buffer.from(hmac), Buffer.from(expected)) || Number(expires) <= services.now())
    fail('address_expired')
  return grant
}
