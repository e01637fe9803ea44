/** Second factors, as people use them. */
import { TOTP } from 'otpauth'
import type { Factors } from '../../../../contract/auth/factors.ts'
import type { Problem } from '../../../../contract/index.ts'
import type { User } from '../../../../contract/users.ts'
import {
  type Community,
  expectDone,
  type Person,
  passwordOf,
  type RequestOptions,
} from '../../../support/server/community.ts'
import { rowsOf } from '../../../support/server/database/rows.ts'

export type WithCodes = { recovery_codes: string[] | null } & Problem
type Setup = { secret: string; uri: string; token: string }

export const codeOf = (secret: string, at: number) => new TOTP({ secret }).generate({ timestamp: at })

export function factorsOf(community: Community) {
  const { visitor, clock } = community
  const begin = async (person: Person) => expectDone(await person.post<Setup>('/auth/totp/begin'))
  const confirm = (person: Person, setup: Setup, more: object = {}) =>
    person.post<WithCodes>('/auth/totp', {
      token: setup.token,
      code: codeOf(setup.secret, clock.now),
      ...more,
    })
  return {
    begin,
    confirm,
    /** Adds an authenticator app, whose next code differs from the one that confirmed it. */
    async addApp(person: Person) {
      const setup = await begin(person)
      const { recovery_codes } = expectDone(await confirm(person, setup))
      community.advanceClock(60_000)
      return { secret: setup.secret, codes: recovery_codes ?? [], code: () => codeOf(setup.secret, clock.now) }
    },
    signIn: (name: string, code?: string, password = passwordOf(name), sent: RequestOptions = {}) =>
      visitor.post<{ access_token: string; user: User } & Problem>('/auth/login', { name, password, code }, sent),
    read: async (person: Person) => expectDone(await person.get<Factors>('/auth/factors')),
    /** Actions on factors and refused sign-ins so far, with their details. */
    trail: async () =>
      (await rowsOf(community.db, 'audit_events'))
        .filter(({ action }) => /factor|recovery|sign_in_failed/.test(action))
        .map(({ action, actor_name, target, detail }) => ({ action, actor_name, target, detail })),
    /** Subjects of the security mails to a person. */
    subjects: async (name: string) =>
      (
        await community.db
          .selectFrom('deliveries')
          .innerJoin('mails', 'mails.id', 'deliveries.mail_id')
          .innerJoin('users', 'users.id', 'deliveries.user_id')
          .where('mails.kind', '=', 'security')
          .where('users.name', '=', name)
          .select('mails.subject')
          .orderBy('deliveries.id')
          .execute()
      ).map(({ subject }) => subject),
  }
}
