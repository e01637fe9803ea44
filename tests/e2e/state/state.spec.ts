// The page Estado on a real server with a place for snapshots (issue 13, "The state of the house").
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { State } from '../../../contract/state.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

/** Made by the server. */
const copies = join(tmpdir(), `alejandria-e2e-copies-${process.pid}`)
test.use({ serverName: 'state', serverSettings: { BACKUP_TO: copies } })
test.afterAll(() => rmSync(copies, { recursive: true, force: true }))

/** The row of a group with this name. */
const row = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
const makeNow = (page: Page) => page.getByRole('button', { name: 'Copia ahora' })

test('Hipatia opens Estado, asks for a snapshot and sees it made', async ({ server, openAs }) => {
  const page = await openAs('Hipatia', '/admin')
  await page.getByRole('link', { name: 'Estado', exact: true }).click()
  await expect(page).toHaveURL('/admin/state')
  await expect(page.getByText('Falta por configurar: correo, dirección', { exact: true })).toBeVisible()
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
