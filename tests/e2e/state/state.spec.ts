// The page Estado on a real server with a place for snapshots (issue 13, "The state of the house").
import type { AuditEvent } from '../../../contract/audit.ts'
import type { State } from '../../../contract/state.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { expect, overflowOf, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'state', serverSettings: { BACKUP_TO: 'copias' } })

const group = (page: Page, name: string) => page.getByRole('region', { name })
/** The row of a group with this name. */
const row = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
const makeNow = (page: Page) => page.getByRole('button', { name: 'Copia ahora' })

/** The state with some changes, instead of the server's. */
const withState = (changes: Partial<State>) => (page: Page) =>
  page.route('**/api/admin/state', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as State), ...changes } })
  })

const reason = 'BACKUP_TO /mnt/disco is not there: is its disk mounted?'
const needingCare: Partial<State> = {
  status: 'care',
  care: ['disk_low', 'snapshot_failed', 'snapshot_unverified', 'mail_held', 'errors'],
  disk: { free_bytes: 1.5 * 2 ** 30, total_bytes: 20 * 2 ** 30 },
  snapshots: {
    ...{ is_set: true, verified: null, running: null, next_at: '2026-03-03T02:30:00.000Z' },
    last: { name: '20260301T023000Z', made_at: '2026-03-01T02:30:00.000Z', bytes: 3 * 2 ** 30, faulty_files: 0 },
    failure: { at: '2026-03-02T02:30:00.000Z', reason },
  },
  mail: {
    queued: 14,
    held: { since: '2026-03-02T06:00:00.000Z', next_try_at: '2026-03-02T10:00:00.000Z', reason: '535 no entra nadie' },
  },
  errors: [
    { kind: 'internal', count: 3, last_at: '2026-03-02T08:00:00.000Z' },
    { kind: 'no snapshot could be made', count: 1, last_at: '2026-03-02T02:30:00.000Z' },
  ],
}

test('Hipatia opens Estado, asks for a snapshot and sees it made', async ({ server, openAs }) => {
  const page = await openAs('Hipatia', '/admin')
  await page.getByRole('link', { name: 'Estado', exact: true }).click()
  await expect(page).toHaveURL('/admin/state')
  await expect(page.getByText('Todo bien', { exact: true })).toBeVisible()
  // that of the first night may still be running
  await expect(makeNow(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(row(page, 'Comprobada')).toContainText('está entera')
  const { snapshots: before } = await server.hipatia.call<State>('GET', '/admin/state')

  await makeNow(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(makeNow(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Copia hecha.' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(makeNow(page)).toBeFocused()
  await expect(row(page, 'Última')).toContainText(/Hoy a las? \d+:\d\d, 0 Bytes de archivos/)
  const { snapshots } = await server.hipatia.call<State>('GET', '/admin/state')
  expect(snapshots.last?.name).not.toBe(before.last?.name)
  const [asked] = await server.hipatia.call<AuditEvent[]>('GET', '/audit?kind=server')
  expect(asked).toMatchObject({ action: 'snapshot_requested', actor_name: 'Hipatia' })
  await page.goto('/admin?view=activity&kind=server')
  await expect(page.getByText('pidió una copia de seguridad').first()).toBeVisible()
})

for (const screen of ['desktop', 'phone'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`Hipatia reads on a ${screen} (${colorScheme}) what needs care and what to do`, async ({ openAs }) => {
      const before = withState(needingCare)
      const page = await openAs('Hipatia', '/admin', { screen, colorScheme, before })
      const line = page.getByRole('status').filter({ hasText: 'Necesita atención' })
      await expect(line).toContainText(
        'Queda poco sitio en el disco, la última copia no salió, hace más de tres semanas que no se comprueba ninguna copia, el correo está parado y ha habido errores en el servidor.',
      )
      await expectAccessible(page, `${screen} ${colorScheme}`)
      await line.getByRole('link', { name: 'Ver el estado' }).click()
      await expect(row(page, 'Disco')).toContainText('1.50 GB libres de 20.00 GB (7 %)')
      await expect(row(page, 'Disco')).toContainText('necesita atención')
      await expect(row(page, 'Disco')).toContainText('nadie podrá subir archivos ni guardar textos')
      await expect(row(page, 'Última')).toContainText(reason)
      await expect(row(page, 'Comprobada')).toContainText('npm run admin -- backup verify')
      await expect(row(page, 'Correo')).toContainText('14 correos por enviar')
      await expect(row(page, 'Correo')).toContainText('535 no entra nadie')
      await expect(row(page, 'Errores')).toContainText('4 en el último día')
      await expect(row(page, 'Errores')).toContainText('3 × Fallo interno')
      await expect(row(page, 'Errores')).toContainText('1 × No se pudo hacer una copia')
      await expect(row(page, 'Base de datos').getByText('bien', { exact: true })).toBeVisible()
      await expectAccessible(page, `${screen} ${colorScheme}`)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    })

test('without a place for snapshots Hipatia reads how to set one, and there is no button', async ({ openAs }) => {
  const nothing = { is_set: false, last: null, failure: null, verified: null, next_at: null, running: null }
  const before = withState({ status: 'care', care: ['snapshot_old'], snapshots: nothing })
  const page = await openAs('Hipatia', '/admin/state', { before })
  await expect(page.getByText('No se hacen copias de seguridad.', { exact: true })).toBeVisible()
  await expect(row(page, 'Última')).toContainText('elige dónde guardar las copias con el ajuste BACKUP_TO')
  await expect(group(page, 'Copias de seguridad')).toBeVisible()
  await expect(makeNow(page)).toHaveCount(0)
})

test('when the state can’t be read Hipatia can try again', async ({ openAs, pageErrors }) => {
  pageErrors.tolerate('500 GET /api/admin/state')
  let isBroken = true
  const page = await openAs('Hipatia', '/admin/state', {
    before: (page) =>
      page.route('**/api/admin/state', (route) =>
        isBroken
          ? route.fulfill({ status: 500, json: { detail: 'Algo ha fallado en el servidor.', code: 'internal' } })
          : route.continue(),
      ),
  })
  await expect(page.getByRole('alert')).toContainText('Algo ha fallado en el servidor.')
  isBroken = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Todo bien', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
