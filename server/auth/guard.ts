import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Access, activityHeader, newTokenHeader } from '../../contract/endpoint.ts'
import type { Budgets } from '../http/budgets.ts'
import { fail } from '../http/fail.ts'
import type { Guard } from '../http/serve.ts'
import type { SignedIn } from '../http/signed-in.ts'
import type { Services } from '../services.ts'
import { findSignedIn, requireConfirmed } from './session-tokens.ts'

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/i

const readUse = (request: FastifyRequest) => ({
  address: request.clientAddress,
  isByPerson: request.headers[activityHeader] !== undefined,
})

/** Person of the token, read again at each request; undefined for public rows. 401 and 403 by `access`. */
async function authenticate(
  services: Services,
  request: FastifyRequest,
  access: Access,
  isOpenWithoutFactor: boolean,
): Promise<SignedIn | undefined> {
  if (access === 'public') return undefined
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  const user = token ? await findSignedIn(services, token, readUse(request)) : undefined
  if (!user) return fail('unauthenticated')
  if (user.must_add_factor && !isOpenWithoutFactor) return fail('second_factor_demanded')
  if (access === 'admin' && user.role !== 'admin') return fail('admin_only')
  return { ...user, takes_new_token: request.headers[newTokenHeader] === '1' }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const isMonitor = ({ headers: { authorization = '' } }: FastifyRequest, { stateToken }: Services['settings']) =>
  stateToken !== undefined && timingSafeEqual(sha256(authorization), sha256(`Bearer ${stateToken}`))

/** Authenticates requests before their body is read, and takes them from the person's budgets. */
export const createGuard =
  (services: Services, { takeRequest }: Budgets): Guard =>
  (access, { isForMonitors = false, confirms = false, isOpenWithoutFactor = false } = {}) =>
  async (request) => {
    if (isForMonitors && isMonitor(request, services.settings)) return takeRequest('monitor', request)
    request.user = await authenticate(services, request, access, isOpenWithoutFactor)
    if (!request.user) return
    takeRequest(request.user.id, request)
    if (confirms) requireConfirmed(services, request.user)
  }
