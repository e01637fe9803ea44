import { answer, expect, type Page, test } from './support/test.ts'

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Avisos' }).getByText(text, { exact: true }).first()

test('what could not be said without a network is said when there is one again', async ({ house, openAs, trouble }) => {
  trouble.expect(/^failed GET \/assets\/toast-view-/)
  const { call } = await house.person('Safo')
  await call('POST', '/auth/sessions/end-others')
  await house.signIn('Safo')
  const safo = await openAs('Safo', '/account', {
    before: async (page) => {
      await page.clock.install()
      await page.route('**/assets/toast-view-*', (route) => route.abort('internetdisconnected'))
    },
  })
  const failed = safo.waitForEvent('requestfailed', (request) => request.url().includes('toast-view'))
  await safo.getByRole('button', { name: 'Cerrar todas las demás' }).click()
  await answer(safo, 'Se cierra 1 sesión en otro dispositivo o navegador. Esta sigue abierta.', 'Cerrarlas todas')
  await failed
  await expect(safo.getByRole('region', { name: 'Avisos' })).toHaveCount(0)

  await safo.unroute('**/assets/toast-view-*')
  const loaded = safo.waitForResponse('**/assets/toast-view-*.js')
  await safo.clock.runFor(10_000)
  await loaded
  await expect(toast(safo, 'Se ha cerrado 1 sesión.')).toBeVisible()
  await expect(safo.getByRole('region', { name: 'Avisos' }), 'it has its place, over the page').toHaveCSS(
    'position',
    'fixed',
  )
})
