import type { FastifyRequest } from 'fastify'
import type { Access } from '../../contract/endpoint.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { findSignedIn } from '../auth/sessions.ts'
import type { Services } from '../services.ts'
import { fail } from './fail.ts'

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/i

/** Who calls, or undefined for a public row; 401 and 403 as the row's access asks. Read anew at each request. */
export async function requireAccess(
  services: Services,
  request: FastifyRequest,
  access: Access,
): Promise<SignedIn | undefined> {
  if (access === 'public') return undefined
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  const user = token ? await findSignedIn(services, token, request.ip) : undefined
  if (!user) return fail('unauthenticated')
  if (access === 'admin' && user.role !== 'admin') return fail('admin_only')
  return user
}
