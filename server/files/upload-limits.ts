// Sizes that an upload may have, and the refusals of others.
import type { Db } from '../db/schema.ts'
import { lockRow } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import type { SignedIn } from '../http/signed-in.ts'
import type { Services } from '../services.ts'
import { sumFileSizes } from './queries.ts'

const megabyte = 2 ** 20

export const refuseEmpty = (): never => failField('file', 'El archivo está vacío')

/** For a file above the size limit of all. */
export const refuseTooLarge = ({ settings }: Pick<Services, 'settings'>): never =>
  fail('too_large', {
    detail: `El archivo es demasiado grande: el máximo son ${settings.maxUploadBytes / megabyte} MB.`,
  })

/** For a file above the limit of the scanner. */
export const refuseUnscannable = (): never =>
  fail('too_large', { detail: 'El archivo es demasiado grande para comprobar si tiene virus. No se ha guardado.' })

export const refuseOverQuota = ({ settings }: Pick<Services, 'settings'>): never =>
  fail('quota_full', {
    detail: `No cabe en tus ${(settings.quotaBytes ?? 0) / megabyte} MB para archivos. Elimina alguno que ya no haga falta.`,
  })

/** Bytes that a person may still upload; unlimited without a quota and for administrators. */
export async function readQuotaLeft(
  { settings: { quotaBytes } }: Pick<Services, 'settings'>,
  db: Db,
  user: SignedIn,
  exceptUpload?: string,
) {
  if (quotaBytes === undefined || user.role === 'admin') return Number.POSITIVE_INFINITY
  return quotaBytes - (await sumFileSizes(db, user.id, exceptUpload))
}

/** Refuses `size` more bytes over the quota. Other uploads of the person wait for the end of the transaction. */
export async function requireQuota(services: Services, tx: Db, user: SignedIn, size: number, exceptUpload?: string) {
  if (services.settings.quotaBytes === undefined || user.role === 'admin') return
  await lockRow(tx, 'users', user.id)
  if (size > (await readQuotaLeft(services, tx, user, exceptUpload))) refuseOverQuota(services)
}
