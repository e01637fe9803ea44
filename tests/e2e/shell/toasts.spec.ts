import { toast, toasts } from '../../support/browser/pages/toasts.ts'
import { answer, expect, test } from '../../support/browser/test.ts'

test('a message whose code failed to load offline is shown once online', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(/^failed GET \/assets\/toast-view-/)
  const { call } = await server.person('Safo')
  await call('POST', '/auth/sessions/end-others')
  await server.signIn('Safo')
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
  await expect(toasts(safo)).toHaveCount(0)

  await safo.unroute('**/assets/toast-view-*')
  const loaded = safo.waitForResponse('**/assets/toast-view-*.js')
  await safo.clock.runFor(10_000)
  await loaded
  await expect(toast(safo, 'Se ha cerrado 1 sesión.')).toBeVisible()
  await expect(toasts(safo), 'fixed above the page').toHaveCSS('position', 'fixed')
})
