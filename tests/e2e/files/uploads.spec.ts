// Uploads: their queue, on other pages too, and how they go on after whatever came in between.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import * as archive from '../../support/browser/pages/archive.ts'
import { fillLogin, loginModal, signInByHand } from '../../support/browser/pages/auth/login.ts'
import { navigationLink, signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expect, type Given, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

const { archiveButton, archiveOf, bytesOf, sha256, upload, uploadForm, uploadQueue, waitForImageVersions } = archive

const megabyte = 2 ** 20

/** A file of random bytes, so that no other file has the same content. */
const randomFile = (name: string, size = 16_886) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: randomBytes(size),
})

const queueItem = (page: Page, name: string) => uploadQueue(page).getByRole('listitem').filter({ hasText: name })
const progressBar = (page: Page, name: string) => page.getByRole('progressbar', { name: `Subida de ${name}` })
const percentOf = async (page: Page, name: string) =>
  Number(await progressBar(page, name).getAttribute('aria-valuenow'))

/** The archive of Safo, whose uploads have this many bytes a second until the network is fast. */
async function openArchive(openAs: Given['openAs'], uploadThroughput: number) {
  const safo = await openAs('Safo', '/files')
  const devtools = await safo.context().newCDPSession(safo)
  const limits = { offline: false, latency: 0, downloadThroughput: -1 }
  const goFast = () => devtools.send('Network.emulateNetworkConditions', { ...limits, uploadThroughput: -1 })
  await devtools.send('Network.emulateNetworkConditions', { ...limits, uploadThroughput })
  return { safo, goFast }
}

/** The upload requests of a page in order, each with its method and offset: `PATCH 1048576`. */
function recordUploadRequests(page: Page) {
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/files/uploads')) return
    const offset = request.headers()['upload-offset']
    requests.push(offset === undefined ? request.method() : `${request.method()} ${offset}`)
  })
  return requests
}

/** Expects the archive to contain this file of Safo, byte for byte, and no other. */
async function expectStored(server: TestServer, file: { name: string; buffer: Buffer }) {
  const stored = await archiveOf(await server.person('Safo'))
  expect(stored).toMatchObject([{ original_name: file.name, file_size: file.buffer.length, uploaded_by: 'Safo' }])
  expect(sha256(await bytesOf(server, stored[0]))).toBe(sha256(file.buffer))
}

const oneUpload = /\/api\/files\/uploads\/[0-9a-f]{32}$/

test.afterEach(({ server }) => waitForImageVersions(server))

test('Several files are uploaded at once, each with its progress and remaining time', async ({ server, openAs }) => {
  const { safo, goFast } = await openArchive(openAs, 300_000)
  const files = ['uno.bin', 'dos.bin', 'tres.bin'].map((name) => randomFile(name, 3 * megabyte))
  await upload(safo, files)
  await expect(uploadQueue(safo).getByRole('listitem')).toHaveText([/uno\.bin/, /dos\.bin/, /tres\.bin/])
  await expect(queueItem(safo, 'tres.bin').getByText('3.00 MB · En espera', { exact: true })).toBeVisible()
  await expect(safo.getByRole('status').filter({ hasText: 'Subiendo 3 archivos' })).toBeAttached()
  for (const name of ['uno.bin', 'dos.bin'])
    await expect(
      queueItem(safo, name).getByText(
        /^\d+\.\d\d (KB|MB) de 3\.00 MB · \d+ % · (quedan \d+ s|queda 1 min|quedan 2 min)$/,
      ),
    ).toBeVisible({ timeout: 20_000 })
  const before = await percentOf(safo, 'uno.bin')
  await expect.poll(() => percentOf(safo, 'uno.bin')).toBeGreaterThan(before)
  expect(await percentOf(safo, 'tres.bin')).toBe(0)
  expect(await archiveOf(await server.person('Safo'))).toEqual([])
  await goFast()
  await expect(uploadQueue(safo).getByText('3.00 MB · Subido', { exact: true })).toHaveCount(3, { timeout: 30_000 })
  await expect(toast(safo, 'Se han guardado 3 archivos.')).toBeVisible()
  await expect(safo.getByRole('status').filter({ hasText: 'Subiendo' })).toHaveCount(0)
  await expect(safo.getByRole('article')).toHaveCount(3)
  const all = await archiveOf(await server.person('Safo'))
  for (const { name, buffer } of files) {
    const stored = all.find(({ original_name }) => original_name === name)
    expect(sha256(await bytesOf(server, stored))).toBe(sha256(buffer))
  }
  await uploadQueue(safo).getByRole('button', { name: 'Quitar las terminadas' }).click()
  await expect(uploadQueue(safo)).toHaveCount(0)
})

test('A cancelled upload is deleted on the server too, and the others continue', async ({ server, openAs }) => {
  const { token } = await server.person('Safo')
  const { safo, goFast } = await openArchive(openAs, 200_000)
  await upload(safo, [
    randomFile('plano.bin', 4 * megabyte),
    randomFile('otro.bin', 4 * megabyte),
    randomFile('ultimo.bin'),
  ])
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(0)
  const deleted = safo.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await queueItem(safo, 'ultimo.bin').getByRole('button', { name: 'Cancelar la subida de ultimo.bin' }).click()
  await queueItem(safo, 'plano.bin').getByRole('button', { name: 'Cancelar la subida de plano.bin' }).click()
  const answer = await deleted
  expect(answer.status()).toBe(204)
  await expect(uploadQueue(safo).getByRole('listitem')).toHaveText([/otro\.bin/])
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  expect((await fetch(answer.url(), { method: 'HEAD', headers })).status).toBe(404)
  await goFast()
  await expect(toast(safo, '«otro.bin» se ha guardado en el archivo.')).toBeVisible()
  expect((await archiveOf(await server.person('Safo'))).map(({ original_name }) => original_name)).toEqual(['otro.bin'])
  // no cancelled upload can be resumed
  expect(await safo.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')))).toEqual([])
})

test('An upload continues on other pages, with a link back to the archive', async ({ server, openAs }) => {
  const { safo, goFast } = await openArchive(openAs, 300_000)
  const file = randomFile('plano.bin', 4 * megabyte)
  await upload(safo, file)
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(0)
  await navigationLink(safo, 'Blog').click()
  await expect(safo.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  const back = safo.getByRole('link', { name: /^Subiendo 1 archivo\s*\d+ %$/ })
  await expect(back).toBeVisible()
  const before = await back.textContent()
  await expect(back).not.toHaveText(before ?? '')
  await back.click()
  await expect(safo).toHaveURL('/files')
  await expect(progressBar(safo, 'plano.bin')).toBeVisible()
  await navigationLink(safo, 'Blog').click()
  await goFast()
  await expect(toast(safo, '«plano.bin» se ha guardado en el archivo.')).toBeVisible({ timeout: 20_000 })
  await expect(back).toHaveCount(0)
  await expectStored(server, file)
  // nothing is asked when the tab is closed now
  let questions = 0
  safo.on('dialog', (dialog) => {
    questions++
    void dialog.accept()
  })
  const left = safo.waitForEvent('close')
  await safo.close({ runBeforeUnload: true })
  await left
  expect(questions).toBe(0)
})

test('An upload ends when Safo signs out; Zenón sees nothing of it', async ({ server, openAs, pageErrors }) => {
  pageErrors.tolerate(...requestsOfEveryPage, /^failed (PATCH|HEAD) \/api\/files\/uploads\//)
  await server.person('Zenón')
  const { safo, goFast } = await openArchive(openAs, 100_000)
  // takes 40 s, so that it isn't done before she has signed out
  await upload(safo, randomFile('plano.bin', 4 * megabyte))
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(0)
  await signOutButton(safo).click()
  await expect(signInButton(safo)).toBeVisible()
  await goFast()
  await signInByHand(safo, 'Zenón')
  await navigationLink(safo, 'Archivo').click()
  await expect(archiveButton(safo, 'Subir Archivo')).toBeVisible()
  await expect(uploadQueue(safo)).toHaveCount(0)
  await expect(safo.getByText('plano.bin')).toHaveCount(0)
  expect(await archiveOf(server.hipatia)).toEqual([])
})

test('An upload continues after the server was too busy for a while', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('503 POST /api/files/uploads', '503 PATCH /api/files/uploads/{id}')
  const safo = await openAs('Safo', '/files')
  const busy = { status: 503, json: { detail: 'Ahora no.', code: 'unavailable' } }
  await safo.route('**/api/files/uploads', (route) => route.fulfill(busy), { times: 2 })
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
  const { safo, goFast } = await openArchive(openAs, 2 * megabyte)
  const requests = recordUploadRequests(safo)
  const file = randomFile('plano.bin', 20 * megabyte)
  await upload(safo, file)
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(30)
  const restart = await server.stop('SIGKILL')
  await expect(queueItem(safo, 'plano.bin').getByText(/· Reintentando…$/)).toBeVisible()
  const before = requests.length
  await restart()
  await goFast()
  await expect(queueItem(safo, 'plano.bin').getByText('20.00 MB · Subido')).toBeVisible({ timeout: 40_000 })
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  expect(requests.slice(before).find((request) => request.startsWith('PATCH'))).toMatch(/^PATCH [1-9]/)
  await expectStored(server, file)
})

test('An upload continues after a reload when the same file is chosen again', async ({ server, openAs }, info) => {
  const path = info.outputPath('plano.bin')
  const buffer = randomBytes(12 * megabyte)
  writeFileSync(path, buffer)
  const { safo, goFast } = await openArchive(openAs, megabyte)
  await upload(safo, path)
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(25)
  const dialogOpens = safo.waitForEvent('dialog')
  const reloaded = safo.reload()
  const question = await dialogOpens
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
  await expect(uploadQueue(safo)).toHaveCount(0)
  await goFast()
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
  const { safo, goFast } = await openArchive(openAs, 2 * megabyte)
  const requests = recordUploadRequests(safo)
  // larger than one part, because the next part is refused
  const file = randomFile('plano.bin', 20 * megabyte)
  await upload(safo, file)
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(10)
  const refused = safo.waitForResponse((answer) => oneUpload.test(answer.url()) && answer.status() === 401)
  await person.call('POST', '/auth/logout')
  await goFast()
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
