// The sessions of a member, ended from the account page. The list: tests/web/account/sessions.test.tsx.
import { answer, expect, headerOf, type Page, passwordOf, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

const agents = {
  'Firefox en Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Safari en iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}

/** Signs in with another browser. The returned function checks that session. */
async function signInWith(server: TestServer, name: string, device: keyof typeof agents) {
  const headers = { 'content-type': 'application/json', 'user-agent': agents[device] }
  const body = JSON.stringify({ name, password: passwordOf(name) })
  const answered = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
  const { access_token } = (await answered.json()) as { access_token: string }
  const authorization = `Bearer ${access_token}`
  return async () => (await fetch(`${server.url}/api/auth/me`, { headers: { ...headers, authorization } })).ok
}

const sessions = (page: Page) => page.getByRole('region', { name: 'Dónde has iniciado sesión' })
const items = (page: Page) => sessions(page).getByRole('listitem')

test('Telesila sees her sessions, closes one and then all others, and stays signed in', async ({ server, openAs }) => {
  const { call } = await server.person('Telesila')
  await call('POST', '/auth/sessions/end-others')
  const firefox = await signInWith(server, 'Telesila', 'Firefox en Windows')
  const phone = await signInWith(server, 'Telesila', 'Safari en iPhone')
  const telesila = await openAs('Telesila', '/account')
  await expect(items(telesila)).toHaveCount(3)
  await expect(items(telesila).first()).toContainText('Esta sesión')
  for (const device of Object.keys(agents))
    await expect(items(telesila).filter({ hasText: device })).toContainText(
      /Dirección\s*(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/,
    )
  await items(telesila)
    .filter({ hasText: 'Firefox en Windows' })
    .getByRole('button', { name: 'Cerrar esta sesión' })
    .click()
  await answer(telesila, 'Allí habrá que volver a entrar con el nombre y la contraseña.', 'Cerrar la sesión')
  await expect(items(telesila)).toHaveCount(2)
  expect([await firefox(), await phone()]).toEqual([false, true])
  await sessions(telesila).getByRole('button', { name: 'Cerrar todas las demás' }).click()
  await telesila.getByRole('alertdialog').getByRole('button', { name: 'Cerrarlas todas' }).click()
  await expect(items(telesila)).toHaveCount(1)
  expect(await phone()).toBe(false)
  await telesila.reload()
  await expect(items(telesila)).toHaveCount(1)
  await expect(headerOf(telesila)).toContainText('Telesila')
})
