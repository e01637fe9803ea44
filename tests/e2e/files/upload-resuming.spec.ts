import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  archiveButton,
  upload,
  uploadForm,
  uploadQueue,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import {
  emulateNetwork,
  expectStored,
  megabyte,
  percentOf,
  queueItem,
  randomFile,
  recordUploadRequests,
  uploadsAddress,
} from '../../support/browser/pages/uploads.ts'
import { expect, test } from '../../support/browser/test.ts'

const oneUpload = /\/api\/files\/uploads\/[0-9a-f]{32}$/

test.afterEach(({ server }) => waitForImageVersions(server))

test('An upload continues after the server was too busy for a while', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('503 POST /api/files/uploads', '503 PATCH /api/files/uploads/{id}')
  const safo = await openAs('Safo', '/files')
  const busy = { status: 503, json: { detail: 'Ahora no.', code: 'unavailable' } }
  await safo.route(uploadsAddress, (route) => route.fulfill(busy), { times: 2 })
  await safo.route(oneUpload, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(busy) : route.fallback(),
  )
  const refused = safo.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 503)
  const file = randomFile('plano.bin')
  await upload(safo, file)
  await refused
  await expect(queueItem(safo, 'plano.bin').getByText(/· Reintentando…$/)).toBeVisible()
  await expect(queueItem(safo, 'plano.bin').getByRole('alert')).toHaveCount(0)
  await safo.unroute(oneUpload)
  await expect(queueItem(safo, 'plano.bin').getByText('16.49 KB · Subido')).toBeVisible({ timeout: 30_000 })
  await expectStored(server, file)
})

test('An upload continues after the server was killed and restarted', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('failed PATCH /api/files/uploads/{id}')
  pageErrors.tolerate(/^failed /, /^console/) // other requests of the page in that time
  const safo = await openAs('Safo', '/files')
  const network = await emulateNetwork(safo)
  const requests = recordUploadRequests(safo)
  await network.goSlow(2 * megabyte)
  const file = randomFile('plano.bin', 20 * megabyte)
  await upload(safo, file)
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(30)
  const restart = await server.stop('SIGKILL')
  await expect(queueItem(safo, 'plano.bin').getByText(/· Reintentando…$/)).toBeVisible()
  const before = requests.length
  await restart()
  await network.goFast()
  await expect(queueItem(safo, 'plano.bin').getByText('20.00 MB · Subido')).toBeVisible({ timeout: 40_000 })
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  expect(requests.slice(before).find((request) => request.startsWith('PATCH'))).toMatch(/^PATCH [1-9]/)
  await expectStored(server, file)
})

test('An upload continues after a reload when the same file is chosen again', async ({ server, openAs }, info) => {
  const path = info.outputPath('plano.bin')
  const buffer = randomBytes(12 * megabyte)
  writeFileSync(path, buffer)
  const safo = await openAs('Safo', '/files')
  const network = await emulateNetwork(safo)
  await network.goSlow(megabyte)
  await upload(safo, path)
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(25)
  const dialogOpens = safo.waitForEvent('dialog')
  const reloaded = safo.reload()
  const question = await dialogOpens
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
  await expect(uploadQueue(safo)).toHaveCount(0)
  await network.goFast()
  await archiveButton(safo, 'Subir Archivo').click()
  await expect(
    uploadForm(safo).getByText('Quedó a medias; vuelve a elegirlo y seguirá donde estaba: plano.bin'),
  ).toBeVisible()
  const requests = recordUploadRequests(safo)
  await upload(safo, path)
  await expect(queueItem(safo, 'plano.bin').getByText('12.00 MB · Subido')).toBeVisible({ timeout: 30_000 })
  expect(requests[0]).toBe('HEAD')
  expect(requests[1]).toMatch(/^PATCH [1-9]\d*$/)
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  await expectStored(server, { name: 'plano.bin', buffer })
  await archiveButton(safo, 'Subir Archivo').click()
  await archiveButton(safo, 'Subir Archivo').click()
  await expect(uploadForm(safo).getByText(/Quedó a medias/)).toHaveCount(0)
})

test('An upload continues once Safo signs in after her session expired', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(/^401 (PATCH|HEAD) \/api\/files\/uploads\/\{id\}/)
  pageErrors.tolerate(/^401 GET/) // lists requested at that moment
  // the live connection, when the slow network has delayed its upgrade to a WebSocket
  pageErrors.tolerate(/^console warning: WebSocket connection .* closed before/, '400 GET /socket.io/')
  const person = await server.person('Safo')
  const safo = await openAs('Safo', '/files')
  const network = await emulateNetwork(safo)
  await network.goSlow(2 * megabyte)
  const requests = recordUploadRequests(safo)
  // larger than one part, because the next part is refused
  const file = randomFile('plano.bin', 20 * megabyte)
  await upload(safo, file)
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(10)
  const refused = safo.waitForResponse((answer) => oneUpload.test(answer.url()) && answer.status() === 401)
  await person.call('POST', '/auth/logout')
  await network.goFast()
  const modal = loginModal(safo)
  await expect(modal).toBeVisible({ timeout: 20_000 })
  // another request may have opened the modal before
  await refused
  await fillLogin(modal, 'Safo')
  await expect(modal).toBeHidden()
  await expect(queueItem(safo, 'plano.bin').getByText('20.00 MB · Subido')).toBeVisible({ timeout: 30_000 })
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  await expectStored(server, file)
})
