import { limits } from '../../../contract/limits.ts'
import { record } from '../../audit/rules.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { mailFactorChange } from '../../mail/factor-change.ts'
import type { Services } from '../../services.ts'
import { refuseUntil } from '../attempts.ts'
import { countFailure, deleteFailures, uncountFailure } from '../queries.ts'
import { countRecoveryCodes, findTotp, setLastStep } from './queries.ts'
import { hashTypedCode, useRecoveryCode } from './recovery-codes.ts'
import { codePattern, openStored, stepOf } from './totp.ts'

const { maxFailures, windowMs, maxFailuresPerDay, dayMs } = limits.secondStep

const keysOf = (userId: string) => ({ recent: `code ${userId}`, ofDay: `codes of a day ${userId}` })

/**
 * Counts a code of the app as wrong before it is looked at, whatever address it comes from: only somebody who knows the
 * password gets here. At the limit the person is told by mail. Recovery codes can't be guessed, and stay open.
 */
async function countCode(services: Services, { id }: UserRow) {
  const { db, now } = services
  const { recent, ofDay } = keysOf(id)
  const refusedUntil = await transaction(db, async (tx) => {
    const day = await countFailure(tx, ofDay, now(), dayMs)
    const last = await countFailure(tx, recent, now(), windowMs)
    if (last.failures === maxFailures) await mailFactorChange(services, tx, { id }, 'codes_guessed')
    if (last.failures > maxFailures) await uncountFailure(tx, ofDay)
    if (last.failures > maxFailures) return last.window_ends_at
    return day.failures > maxFailuresPerDay ? day.window_ends_at : undefined
  })
  if (refusedUntil !== undefined) refuseUntil(refusedUntil, now())
}

async function useAppCode(services: Services, tx: Db, { id }: UserRow, code: string) {
  const stored = await findTotp(tx, id)
  const secret = stored && (await openStored(services, tx, id, stored.secret))
  const { recent, ofDay } = keysOf(id)
  if (stored && !secret) {
    // no code would be right: this says nothing about the person, and is the operator's to mend
    services.log.error({ user: id }, 'the secret of a second factor can not be opened')
    await uncountFailure(tx, recent)
    await uncountFailure(tx, ofDay)
    return false
  }
  const step = secret && stepOf(secret, code, services.now(), stored.last_step)
  if (step === undefined) return false
  await setLastStep(tx, id, step)
  await deleteFailures(tx, recent)
  await uncountFailure(tx, ofDay)
  return true
}

async function useWrittenCode(services: Services, tx: Db, user: UserRow, hash: Buffer, address: string) {
  if (!(await useRecoveryCode(tx, user.id, hash))) return false
  const left = await countRecoveryCodes(tx, user.id)
  await record(services, tx, { ...user, address }, 'recovery_code_used', { detail: `quedan ${left}` })
  await mailFactorChange(services, tx, user, 'recovery_code_used')
  return true
}

type SecondStep = (tx: Db, user: UserRow) => Promise<'done' | 'second_factor_required' | 'wrong_code'>

const withoutCode: SecondStep = async (_tx, user) =>
  user.second_factor_at === null ? 'done' : 'second_factor_required'

/**
 * The second step after a right password, for the transaction of the sign-in, with the account locked there. What takes
 * time is done before.
 */
export async function prepareSecondStep(
  services: Services,
  account: UserRow,
  typed: string | undefined,
  address: string,
): Promise<SecondStep> {
  if (typed === undefined || account.second_factor_at === null || account.deactivated_at !== null) return withoutCode
  const code = typed.replace(/[\s-]/g, '')
  if (codePattern.test(code)) {
    await countCode(services, account)
    return async (tx, user) => ((await useAppCode(services, tx, user, code)) ? 'done' : 'wrong_code')
  }
  const hash = await hashTypedCode(services.db, account.id, typed)
  return async (tx, user) => ((await useWrittenCode(services, tx, user, hash, address)) ? 'done' : 'wrong_code')
}
