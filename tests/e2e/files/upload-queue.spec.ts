import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import {
  archiveButton,
  archiveOf,
  bytesOf,
  sha256,
  upload,
  uploadQueue,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { navigationLink, signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import {
  emulateNetwork,
  expectStored,
  megabyte,
  percentOf,
  progressBar,
  queueItem,
  randomFile,
} from '../../support/browser/pages/uploads.ts'
import { expect, test } from '../../support/browser/test.ts'

test.afterEach(({ server }) => waitForImageVersions(server))

test('Several files are uploaded at once, each with its progress and remaining time', async ({ server, openAs }) => {
  const safo = await openAs('Safo', '/files')
  const network = await emulateNetwork(safo)
  await network.goSlow(300_000)
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
  await network.goFast()
  await expect(uploadQueue(safo).getByText('3.00 MB · Subido', { exact: true })).toHaveCount(3, { timeout: 30_000 })
  await expect(toast(safo, 'Se han guardado 3 archivos.')).toBeVisible()
  await expect(safo.getByRole('status').filter({ hasText: 'Subiendo' })).toHaveCount(0)
  await expect(safo.getByRole('article')).toHaveCount(3)
  const archive = await archiveOf(await server.person('Safo'))
  for (const { name, buffer } of files) {
    const stored = archive.find(({ original_name }) => original_name === name)
    expect(sha256(await bytesOf(server, stored))).toBe(sha256(buffer))
  }
  await uploadQueue(safo).getByRole('button', { name: 'Quitar las terminadas' }).click()
  await expect(uploadQueue(safo)).toHaveCount(0)
})

test('A cancelled upload is deleted on the server too, and the others continue', async ({ server, openAs }) => {
  const { token } = await server.person('Safo')
  const safo = await openAs('Safo', '/files')
  const network = await emulateNetwork(safo)
  await network.goSlow(200_000)
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
  await network.goFast()
  await expect(toast(safo, '«otro.bin» se ha guardado en el archivo.')).toBeVisible()
  expect((await archiveOf(await server.person('Safo'))).map(({ original_name }) => original_name)).toEqual(['otro.bin'])
  // no cancelled upload can be resumed
  expect(await safo.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')))).toEqual([])
})

test('An upload continues on other pages, with a link back to the archive', async ({ server, openAs }) => {
  const safo = await openAs('Safo', '/files')
  const network = await emulateNetwork(safo)
  await network.goSlow(300_000)
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
  await network.goFast()
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
  const safo = await openAs('Safo', '/files')
  const network = await emulateNetwork(safo)
  await network.goSlow(100_000)
  // takes 40 s, so that it isn't done before she has signed out
  await upload(safo, randomFile('plano.bin', 4 * megabyte))
  await expect.poll(() => percentOf(safo, 'plano.bin')).toBeGreaterThan(0)
  await signOutButton(safo).click()
  await expect(signInButton(safo)).toBeVisible()
  await network.goFast()
  await signInByHand(safo, 'Zenón')
  await navigationLink(safo, 'Archivo').click()
  await expect(archiveButton(safo, 'Subir Archivo')).toBeVisible()
  await expect(uploadQueue(safo)).toHaveCount(0)
  await expect(safo.getByText('plano.bin')).toHaveCount(0)
  expect(await archiveOf(server.hipatia)).toEqual([])
})
