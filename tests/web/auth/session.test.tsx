// A session in one tab: its start, its heartbeat, and its end. Several tabs and reloads: tests/e2e/auth/session-lifetime.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth } from '../../../contract/auth.ts'
import { activityHeader } from '../../../contract/endpoint.ts'
import { presence } from '../../../contract/presence.ts'
import { loadedQueryClient } from '../../../web/api/loaded-query-client.ts'
import { expectInConsole, idOf, openPage, safo } from '../../support/web/screen.tsx'
import { answer, loseAnswer, nowAnswer, refuse } from '../../support/web/server.ts'

const banner = page.getByRole('banner').first()
const signIn = banner.getByRole('button', { name: 'Iniciar Sesión' })
const signOut = banner.getByRole('button', { name: 'Cerrar Sesión' })
const login = page.getByRole('dialog', { name: 'Login' })
const token = () => sessionStorage.getItem('auth_token')
/** The people online: Safo, and others up to this number. */
const onlineOf = (count: number) => ({
  online_users: Array.from({ length: count }, (_, at) => ({
    ...(at === 0 ? { id: safo.id, name: 'Safo' } : { id: idOf(50 + at), name: `Persona ${at}` }),
    role: safo.role,
  })),
})
const online = onlineOf(1)

test.each([
  ['a token that the server doesn’t know', refuse(auth.me, 401, 'Inicia sesión.', 'unauthenticated'), null],
  ['a server that repeatedly fails to say whose token it is', refuse(auth.me, 500), 'token'],
  ['a network that is lost, but keeps the token for a reload', loseAnswer(auth.me), 'token'],
])('a page that starts with %s is a visitor’s', async (_, failure, kept) => {
  await openPage('/blog', { isStarting: true, answers: [failure] })
  await expect.element(signIn).toBeVisible()
  expect(location.pathname).toBe('/home')
  expect(token()).toBe(kept)
})

test('a session ends in the browser even when the request to sign out fails', async () => {
  expectInConsole(/logout/)
  await openPage('/home', { answers: [loseAnswer(auth.logout)] })
  localStorage.setItem('auth_token', 'de antes') // an older version of the site may have left this behind
  localStorage.setItem('images 019ca8a04cc5741890a688febef8f69d', '1') // Safo's consent to images of other sites
  await signOut.click()
  await expect.element(signIn).toBeVisible()
  expect({ ...sessionStorage, ...localStorage }).toEqual({})
  await expect.poll(() => vi.mocked(console.warn).mock.calls.map(([start]) => start)).toContain('logout')
})

test('the heartbeat is sent at once and every 60 s, and the people online are asked for every 30 s', async () => {
  const counts = { beats: 0, polls: 0 }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const answers = [
    answer(presence.heartbeat, () => {
      counts.beats++
      return { status: 'ok' as const }
    }),
    answer(presence.list, () => {
      counts.polls++
      return onlineOf(counts.polls)
    }),
  ]
  await openPage('/home', { answers })
  /** Short timers of the page run meanwhile. */
  const expectCounts = (beats: number, polls: number) =>
    expect.poll(() => vi.advanceTimersByTimeAsync(1).then(() => counts)).toEqual({ beats, polls })
  await expectCounts(1, 1)
  await expect.element(banner).toMatchTextContent('1 online')
  for (const [beats, polls] of [
    [1, 2],
    [2, 3],
    [2, 4],
    [3, 5],
  ] as const) {
    await vi.advanceTimersByTimeAsync(30_000)
    await expectCounts(beats, polls)
    // a poll that isn't answered yet would stand for the next one
    await expect.element(banner).toMatchTextContent(`${polls} online`)
  }
})

test('a failed heartbeat or a failed poll is only logged; one that is refused with 401 ends the session', async () => {
  const logged = [/^warn: heartbeat/, /^warn: online users/]
  expectInConsole(...logged)
  const failures = [refuse(presence.heartbeat, 500), refuse(presence.list, 500, 'No se sabe.')]
  await openPage('/home', { answers: failures })
  for (const warning of ['heartbeat', 'online users'])
    await expect.poll(() => vi.mocked(console.warn).mock.calls.map(([start]) => start)).toContain(warning)
  await expect.element(banner).toMatchTextContent('Bienvenida/o, Safo')
  expect(page.getByText('No se sabe.').elements()).toEqual([])
  expect(page.getByRole('dialog').elements()).toEqual([])

  await openPage('/home', { answers: [refuse(presence.heartbeat, 401, 'Inicia sesión.', 'unauthenticated')] })
  await expect.element(login).toBeVisible()
  expect(token()).toBeNull()
  await login.getByRole('button', { name: 'Cerrar' }).click()
  await expect.element(signIn).toBeVisible()
  await expect.element(banner).not.toMatchTextContent('Bienvenida/o')
})

test('requests say when Safo has done something; those of a page that nobody touches don’t', async () => {
  const said: (string | null)[] = []
  await openPage('/home', { isStarting: true })
  await expect.element(banner).toMatchTextContent('1 online')
  nowAnswer(
    answer(presence.list, ({ headers }) => {
      said.push(headers.get(activityHeader))
      return online
    }),
  )
  const nextRequest = async () => {
    const before = said.length
    await loadedQueryClient.get()?.invalidateQueries({ queryKey: ['presence', 'online'] })
    await expect.poll(() => said.length).toBeGreaterThan(before)
    return said.at(-1)
  }
  await nextRequest()
  expect(await nextRequest()).toBeNull()
  // a script of the page isn't a person
  document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(await nextRequest()).toBeNull()
  await userEvent.tab()
  expect(await nextRequest()).toBe('1')
  expect(await nextRequest()).toBeNull()
})
