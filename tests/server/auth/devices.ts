/** People at browsers that keep cookies or don't, and the mails about new devices. */
import { beforeEach } from 'vitest'
import type { Problem } from '../../../contract/index.ts'
import { type Community, expectDone, minutes, type Person, passwordOf } from '../../support/server/community.ts'
import { signedInAs } from '../../support/server/person.ts'
import { linksOf, tokenOf } from './links.ts'

export const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** The community has to trust 127.0.0.1 as a proxy. More than an hour lies between two tests. */
export function devicesOf(community: Community) {
  let admin: Person
  beforeEach(async () => {
    community.advanceClock(minutes(61))
    // the session before may have ended
    admin = await community.signIn('Hipatia')
  })
  const { visitor } = community
  const { mails } = linksOf(community)

  /** Signs in with the cookies that it got before. */
  function browser(agent: string, address: string, keepsCookies = true) {
    const cookies = new Map<string, string>()
    return {
      cookies,
      async signIn(name: string, password = passwordOf(name), from = address) {
        const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
        const answer = await community.tryToSignIn(name, password, {
          headers: { 'user-agent': agent, 'x-forwarded-for': from, ...(cookie && { cookie }) },
        })
        const opened = expectDone(answer)
        const [, key, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
        if (keepsCookies && key && value) cookies.set(key, value)
        return signedInAs(community.origin, opened, password)
      },
    }
  }

  /** Mails about new devices to somebody so far. */
  const sentTo = async (name: string) =>
    (await mails()).filter(({ to, subject }) => to?.[0]?.name === name && /dispositivo nuevo$/.test(subject ?? ''))
  /** Token of the link in the last one. */
  const alarmOf = async (name: string) => {
    const { text = '' } = (await sentTo(name)).at(-1) ?? {}
    return tokenOf(/https:\/\/alejandria\.example(\/not-me\/\S+)/.exec(text)?.[1] ?? '')
  }
  /** Somebody at home. */
  async function someone(name: string) {
    await admin.createsAccount(name)
    return browser(firefox, '192.0.2.1').signIn(name)
  }
  return {
    browser,
    someone,
    /** Hipatia in the present test. */
    admin: () => admin,
    mails,
    sentTo,
    alarmOf,
    read: (token: string) =>
      visitor.post<{ name: string; expires_at: string } & Problem>('/auth/disowned-sign-ins/read', { token }),
    disown: (token: string, name: string) =>
      visitor.post<{ path: string } & Problem>('/auth/disowned-sign-ins', { token, name }),
    /** Somebody at home, and a stranger's sign-in with the password. */
    async someoneRobbed(name: string) {
      await admin.createsAccount(name)
      const phone = browser(firefox, '192.0.2.1')
      const own = await phone.signIn(name)
      community.advanceClock(60_000)
      const thief = browser(chrome, '203.0.113.7')
      return { id: own.id, own, phone, thief, stolen: await thief.signIn(name), alarm: await alarmOf(name) }
    },
  }
}
