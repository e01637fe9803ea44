/** Links to choose a password, as people get them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Invitation, SentInvitation } from '../../../contract/auth/password-links.ts'
import type { Problem } from '../../../contract/index.ts'
import type { User } from '../../../contract/users.ts'
import { type Community, days, expectDone, type personWith } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { readMail } from '../../support/server/smtp-server.ts'

type Someone = ReturnType<typeof personWith>
type Kind = 'invitations' | 'password-links'

export const tokenOf = (path: string) => path.split('/').at(-1) as string

/** A token of halves of two right ones. */
export const halvesOf = (one: string, other: string) =>
  Buffer.concat([Buffer.from(one, 'base64url').subarray(0, 16), Buffer.from(other, 'base64url').subarray(16)]).toString(
    'base64url',
  )

export function linksOf(community: Community) {
  const { hipatia, visitor } = community
  const people = async () => expectDone(await hipatia.get<User[]>('/auth/users?limit=200'))
  const invite = (name: string, more: object = {}, by: Someone = hipatia) =>
    by.post<SentInvitation & { user: User } & Problem>('/auth/invitations', {
      name,
      email: `${name.normalize('NFD').replace(/\W/g, '').toLowerCase()}@alejandria.example`,
      ...more,
    })
  const linkFor = (person: { id: string }, by: Someone = hipatia) =>
    by.post<{ path: string; expires_at: string } & Problem>(`/auth/password-links/for/${person.id}`)
  return {
    invite,
    linkFor,
    /** Token of a new invitation. */
    async tokenFor(name: string, more: object = {}) {
      const { path, user } = expectDone(await invite(name, more))
      return { token: tokenOf(path), id: user.id }
    },
    async resetTokenFor(person: { id: string }) {
      return tokenOf(expectDone(await linkFor(person)).path)
    },
    /** Asks for a link, and waits until the mail is queued, which the answer doesn't. */
    async ask(name: string, from?: string) {
      const answer = await visitor.post<{ message: string } & Problem>(
        '/auth/password-links',
        { name },
        from === undefined ? {} : { headers: { 'x-forwarded-for': from } },
      )
      await community.services.background.finish()
      return answer
    },
    read: (kind: Kind, token: string) =>
      visitor.post<{ name: string; expires_at: string } & Problem>(`/auth/${kind}/read`, { token }),
    accept: (kind: Kind, token: string, password = 'una clave elegida') =>
      visitor.post<{ access_token: string; user: User } & Problem>(`/auth/${kind}/accept`, { token, password }),
    open: async () => expectDone(await hipatia.get<Invitation[]>('/auth/invitations')),
    person: async (name: string) => (await people()).find((user) => user.name === name),
    /** Audit trail, a line for each event: actor, action, target. */
    actions: async () =>
      (await rowsOf(community.db, 'audit_events'))
        .filter(({ action }) => !['sign_in', 'sign_in_failed', 'user_created'].includes(action))
        .map(({ action, actor_name, target }) => `${actor_name ?? '-'} ${action} ${target ?? '-'}`),
    /** Seven days, in which Hipatia uses her session. */
    async passWeek() {
      for (let day = 0; day < 7; day++) {
        community.advanceClock(days(1))
        expectDone(await hipatia.get('/auth/me'))
      }
    },
    /** Sends what is due; the mails of the folder so far, the oldest first. */
    async mails() {
      await community.deliverMail()
      const folder = join(community.dataDir, 'outbox')
      const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.toSorted().map((name) => readMail({ raw: readFileSync(join(folder, name), 'utf8') })))
    },
  }
}
