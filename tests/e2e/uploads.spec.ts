import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fixture } from '../support/fixtures.ts'
import {
  above,
  archiveOf,
  bytesOf,
  type Chosen,
  cardOf,
  picturesAreMade,
  queue,
  sha256,
  toast,
  upload,
  uploadForm,
  urlForm,
} from './support/files.ts'
import { expect, headerOf, type Page, passwordOf, test } from './support/test.ts'

const megabyte = 2 ** 20
const creation = '**/api/files/uploads'
const oneUpload = /\/api\/files\/uploads\/[0-9a-f]{32}$/

/** Bytes that nothing else is mistaken for. */
const something = (name: string, size = 16_886) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: randomBytes(size),
})

/** The line of the list that tells of one upload. */
const line = (page: Page, name: string) => queue(page).getByRole('listitem').filter({ hasText: name })
const bar = (page: Page, name: string) => page.getByRole('progressbar', { name: `Subida de ${name}` })
const partOf = async (page: Page, name: string) => Number(await bar(page, name).getAttribute('aria-valuenow'))

/** A line that takes `uploadThroughput` bytes a second away from the page, or none at all. */
async function slowLine(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const become = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  return {
    slow: (bytesPerSecond: number) => become(false, bytesPerSecond),
    fast: () => become(false, -1),
    gone: () => become(true, 0),
  }
}

/** What the page says to the server of its uploads, one line each: `PATCH 1048576`. */
function watchUploads(page: Page) {
  const said: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/files/uploads')) return
    const offset = request.headers()['upload-offset']
    said.push(offset === undefined ? request.method() : `${request.method()} ${offset}`)
  })
  return said
}

const isLaterPart = (request: string) => /^PATCH [1-9]/.test(request)

/** That the one file of the archive holds these bytes. */
async function expectStored({ house, who, file }: { house: Parameters<typeof bytesOf>[0]; who: string; file: Chosen }) {
  if (typeof file === 'string') throw new Error('A path has no bytes here')
  const archive = await archiveOf(await house.person(who))
  expect(archive).toMatchObject([{ original_name: file.name, file_size: file.buffer.length, uploaded_by: who }])
  expect(sha256(await bytesOf(house, archive[0]))).toBe(sha256(file.buffer))
}

test.afterEach(({ house }) => picturesAreMade(house))

test.describe('Files come', () => {
  test('by the chooser, with a category and a description, and are the same that went', async ({ house, openAs }) => {
    await house.hipatia.opens('Historia')
    const file = something('plano.bin')
    const safo = await openAs('Safo', '/files')
    await above(safo, 'Subir Archivo').click()
    const form = uploadForm(safo)
    await form.getByLabel('Archivo', { exact: true }).setInputFiles(file)
    await form.getByRole('combobox', { name: 'Categoría' }).selectOption('Historia')
    await form.getByRole('textbox', { name: 'Descripción (opcional)' }).fill('El plano\ndel faro')
    await form.getByRole('button', { name: 'Subir', exact: true }).click()
    await expect(line(safo, 'plano.bin').getByText('16.49 KB · Subido', { exact: true })).toBeVisible()
    await expect(toast(safo, '«plano.bin» se ha guardado en el archivo.')).toBeVisible()
    const card = safo.getByRole('region', { name: 'Historia' }).getByRole('article', { name: 'plano.bin' })
    await expect(card).toContainText('El plano del faro')
    await expect(form.getByRole('textbox', { name: 'Descripción (opcional)' })).toHaveValue('')
    await expectStored({ house, who: 'Safo', file })
    expect(await archiveOf(await house.person('Safo'))).toMatchObject([
      { description: 'El plano\ndel faro', category_name: 'Historia' },
    ])
    await queue(safo).getByRole('button', { name: 'Quitar plano.bin de la lista' }).click()
    await expect(queue(safo)).toHaveCount(0)
    await expect(card).toBeVisible()
  })

  test('dropped anywhere on the page', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/files')
    await expect(above(safo, 'Subir Archivo')).toBeVisible()
    const carried = await safo.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['Uno.'], 'uno.txt', { type: 'text/plain' }))
      transfer.items.add(new File(['Dos.'], 'dos.txt', { type: 'text/plain' }))
      return transfer
    })
    await safo.dispatchEvent('h1', 'dragover', { dataTransfer: carried })
    await expect(safo.getByText('Suelta los archivos para subirlos')).toBeVisible()
    await safo.dispatchEvent('h1', 'drop', { dataTransfer: carried })
    await expect(safo.getByText('Suelta los archivos para subirlos')).toHaveCount(0)
    const chosen = uploadForm(safo).getByRole('list', { name: '2 archivos elegidos' })
    await expect(chosen.getByRole('listitem')).toHaveText([/uno\.txt/, /dos\.txt/])
    await chosen.getByRole('button', { name: 'Quitar uno.txt' }).click()
    await uploadForm(safo).getByRole('button', { name: 'Subir', exact: true }).click()
    await expect(toast(safo, '«dos.txt» se ha guardado en el archivo.')).toBeVisible()
    expect(await archiveOf(await house.person('Safo'))).toMatchObject([
      { original_name: 'dos.txt', file_type: 'text/plain', file_size: 4 },
    ])
  })

  test('pasted, called by the moment; what is pasted into a text field is for the field', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/files', { before: (page) => page.clock.setFixedTime('2026-11-21T03:52:09Z') })
    await safo.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect(above(safo, 'Subir Archivo')).toBeVisible()
    await safo.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30)
      canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob({ type: 'image/png' }) })])
    })
    await above(safo, 'Agregar URL').click()
    await urlForm(safo).getByRole('textbox', { name: 'URL' }).press('ControlOrMeta+v')
    await expect(uploadForm(safo)).toHaveCount(0)
    await above(safo, 'Agregar URL').click()
    await expect(urlForm(safo)).toHaveCount(0)
    await safo.keyboard.press('ControlOrMeta+v')
    const name = 'Imagen pegada 2026-11-21 04.52.09.png'
    await expect(uploadForm(safo).getByRole('list', { name: '1 archivo elegido' })).toContainText(name)
    await uploadForm(safo).getByRole('button', { name: 'Subir', exact: true }).click()
    await expect(cardOf(safo, name).locator('img')).toBeVisible()
    expect(await archiveOf(await house.person('Safo'))).toMatchObject([
      { original_name: name, file_type: 'image/png', thumb_url: expect.any(String) },
    ])
  })

  test('from a phone as it takes pictures, and can be looked at', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/files', { screen: 'phone' })
    const { name, type, bytes } = fixture('iphone.heic')
    await upload(safo, { name, mimeType: type, buffer: Buffer.from(bytes) })
    const picture = cardOf(safo, name).locator('img')
    const widthOf = (img: HTMLImageElement) => img.naturalWidth
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate(widthOf)).toBeGreaterThan(0)
    await cardOf(safo, name).getByRole('button', { name: 'Ver', exact: true }).click()
    const shown = safo.getByRole('dialog', { name: /^iphone\.heic/ }).getByRole('img', { name })
    await expect(shown).toBeInViewport()
    // upright, as it was taken
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalHeight / img.naturalWidth))
      .toBeCloseTo(4 / 3, 1)
    expect(sha256(await bytesOf(house, (await archiveOf(await house.person('Safo')))[0]))).toBe(sha256(bytes))
  })

  test('what was typed about them survives a reload', async ({ house, openAs }) => {
    const historia = await house.hipatia.opens('Historia')
    const safo = await openAs('Safo', '/files')
    await above(safo, 'Subir Archivo').click()
    const description = uploadForm(safo).getByRole('textbox', { name: 'Descripción (opcional)' })
    const category = uploadForm(safo).getByRole('combobox', { name: 'Categoría' })
    await description.fill('El plano del faro')
    await category.selectOption('Historia')
    await safo.reload()
    await above(safo, 'Subir Archivo').click()
    await expect(description).toHaveValue('El plano del faro')
    await expect(category).toHaveValue(historia.id)
    await upload(safo, something('plano.bin'))
    await expect(toast(safo, '«plano.bin» se ha guardado en el archivo.')).toBeVisible()
    expect(await archiveOf(await house.person('Safo'))).toMatchObject([
      { description: 'El plano del faro', category_id: historia.id },
    ])
  })
})

test.describe('The queue', () => {
  test('takes several at once, and says how far each is and how long it will take', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/files')
    const { slow, fast } = await slowLine(safo)
    await slow(300_000)
    const files = ['uno.bin', 'dos.bin', 'tres.bin'].map((name) => something(name, 3 * megabyte))
    await upload(safo, files)
    await expect(queue(safo).getByRole('listitem')).toHaveText([/uno\.bin/, /dos\.bin/, /tres\.bin/])
    await expect(line(safo, 'tres.bin').getByText('3.00 MB · En espera', { exact: true })).toBeVisible()
    await expect(safo.getByRole('status').filter({ hasText: 'Subiendo 3 archivos' })).toBeAttached()
    for (const name of ['uno.bin', 'dos.bin'])
      await expect(
        line(safo, name).getByText(/^\d+\.\d\d (KB|MB) de 3\.00 MB · \d+ % · (quedan \d+ s|queda 1 min|quedan 2 min)$/),
      ).toBeVisible({ timeout: 20_000 })
    const before = await partOf(safo, 'uno.bin')
    await expect.poll(() => partOf(safo, 'uno.bin')).toBeGreaterThan(before)
    expect(await partOf(safo, 'tres.bin')).toBe(0)
    expect(await archiveOf(await house.person('Safo'))).toEqual([])
    await fast()
    await expect(queue(safo).getByText('3.00 MB · Subido', { exact: true })).toHaveCount(3, { timeout: 30_000 })
    await expect(toast(safo, 'Se han guardado 3 archivos.')).toBeVisible()
    await expect(safo.getByRole('article')).toHaveCount(3)
    const archive = await archiveOf(await house.person('Safo'))
    for (const { name, buffer } of files) {
      const stored = archive.find(({ original_name }) => original_name === name)
      expect(sha256(await bytesOf(house, stored))).toBe(sha256(buffer))
    }
    await queue(safo).getByRole('button', { name: 'Quitar las terminadas' }).click()
    await expect(queue(safo)).toHaveCount(0)
  })

  test('lets one be given up, on the server too', async ({ house, openAs }) => {
    const { token } = await house.person('Safo')
    const safo = await openAs('Safo', '/files')
    const { slow, fast } = await slowLine(safo)
    await slow(200_000)
    await upload(safo, [something('plano.bin', 4 * megabyte), something('otro.bin', megabyte), something('ultimo.bin')])
    await expect.poll(() => partOf(safo, 'plano.bin')).toBeGreaterThan(0)
    const deleted = safo.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await line(safo, 'ultimo.bin').getByRole('button', { name: 'Cancelar la subida de ultimo.bin' }).click()
    await line(safo, 'plano.bin').getByRole('button', { name: 'Cancelar la subida de plano.bin' }).click()
    const answer = await deleted
    expect(answer.status()).toBe(204)
    await expect(queue(safo).getByRole('listitem')).toHaveText([/otro\.bin/])
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    expect((await fetch(answer.url(), { method: 'HEAD', headers })).status).toBe(404)
    await fast()
    await expect(toast(safo, '«otro.bin» se ha guardado en el archivo.')).toBeVisible()
    expect((await archiveOf(await house.person('Safo'))).map(({ original_name }) => original_name)).toEqual([
      'otro.bin',
    ])
    // nothing is left that would be gone on with
    expect(await safo.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')))).toEqual([])
  })

  test('goes on while one walks through the pages, and leads back', async ({ house, openAs }) => {
    const safo = await openAs('Safo', '/files')
    const { slow, fast } = await slowLine(safo)
    await slow(300_000)
    const file = something('plano.bin', 4 * megabyte)
    await upload(safo, file)
    await expect.poll(() => partOf(safo, 'plano.bin')).toBeGreaterThan(0)
    await headerOf(safo)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await expect(safo.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    const back = safo.getByRole('link', { name: /^Subiendo 1 archivo\s*\d+ %$/ })
    await expect(back).toBeVisible()
    const before = await back.textContent()
    await expect(back).not.toHaveText(before ?? '')
    await back.click()
    await expect(safo).toHaveURL('/files')
    await expect(bar(safo, 'plano.bin')).toBeVisible()
    await headerOf(safo)
      .getByRole('link', { name: /^Blog\b/ })
      .click()
    await fast()
    await expect(toast(safo, '«plano.bin» se ha guardado en el archivo.')).toBeVisible({ timeout: 20_000 })
    await expect(back).toHaveCount(0)
    await expectStored({ house, who: 'Safo', file })
  })

  test('is not left by mistake while something of it is on its way', async ({ openAs }) => {
    const safo = await openAs('Safo', '/files')
    const { slow, fast } = await slowLine(safo)
    await slow(100_000)
    await upload(safo, something('plano.bin', megabyte))
    await expect.poll(() => partOf(safo, 'plano.bin')).toBeGreaterThan(0)
    const asked = safo.waitForEvent('dialog')
    await safo.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(bar(safo, 'plano.bin')).toBeVisible()
    await fast()
    await expect(toast(safo, '«plano.bin» se ha guardado en el archivo.')).toBeVisible({ timeout: 20_000 })
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
})

test.describe('What is refused', () => {
  test('a file over 50 MB is refused before any of its bytes is sent', async ({ house, openAs, trouble }, info) => {
    trouble.expect('413 POST /api/files/uploads')
    const path = info.outputPath('enorme.bin')
    writeFileSync(path, Buffer.alloc(50 * megabyte + 1))
    const safo = await openAs('Safo', '/files')
    const said = watchUploads(safo)
    await upload(safo, path)
    await expect(line(safo, 'enorme.bin').getByRole('alert')).toHaveText(
      'Error: El archivo es demasiado grande: el máximo son 50 MB.',
    )
    expect(said).toEqual(['POST'])
    await queue(safo).getByRole('button', { name: 'Quitar enorme.bin de la lista' }).click()
    await expect(queue(safo)).toHaveCount(0)
    expect(await archiveOf(await house.person('Safo'))).toEqual([])
  })

  test('an empty file says that it is one, and does not hold up the others', async ({ house, openAs, trouble }) => {
    trouble.expect('422 POST /api/files/uploads')
    const safo = await openAs('Safo', '/files')
    await upload(safo, [something('vacío.txt', 0), something('lleno.bin')])
    await expect(line(safo, 'vacío.txt').getByRole('alert')).toHaveText(/^Error: .*está vacío/)
    await expect(line(safo, 'lleno.bin').getByText('16.49 KB · Subido')).toBeVisible()
    expect(await archiveOf(await house.person('Safo'))).toMatchObject([{ original_name: 'lleno.bin' }])
  })

  for (const [detail, text] of [
    [undefined, 'Error: Failed to upload file'],
    ['No queda sitio en el estante.', 'Error: No queda sitio en el estante.'],
  ] as const)
    test(`says '${text}' when it fails, tells of it elsewhere too, and can be tried again`, async ({
      house,
      openAs,
      trouble,
    }) => {
      trouble.expect('507 POST /api/files/uploads')
      const safo = await openAs('Safo', '/files')
      await safo.route(creation, (route) =>
        route.fulfill(detail ? { status: 507, json: { detail, code: 'storage_full' } } : { status: 507, body: '' }),
      )
      const file = something('plano.bin')
      await upload(safo, file)
      await expect(line(safo, 'plano.bin').getByRole('alert')).toHaveText(text)
      await headerOf(safo)
        .getByRole('link', { name: /^Blog\b/ })
        .click()
      await safo.getByRole('link', { name: '1 subida ha fallado' }).click()
      await safo.unroute(creation)
      await line(safo, 'plano.bin').getByRole('button', { name: 'Reintentar' }).click()
      await expect(line(safo, 'plano.bin').getByText('16.49 KB · Subido')).toBeVisible()
      await expect(line(safo, 'plano.bin').getByRole('alert')).toHaveCount(0)
      await expectStored({ house, who: 'Safo', file })
    })
})

test.describe('What is cut off goes on', () => {
  test('after a server that was too busy for a while', async ({ house, openAs, trouble }) => {
    trouble.expect('503 POST /api/files/uploads', '503 PATCH /api/files/uploads/{id}')
    const safo = await openAs('Safo', '/files')
    const busy = { status: 503, json: { detail: 'Ahora no.', code: 'unavailable' } }
    await safo.route(creation, (route) => route.fulfill(busy), { times: 2 })
    await safo.route(oneUpload, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(busy) : route.fallback(),
    )
    const refused = safo.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 503)
    const file = something('plano.bin')
    await upload(safo, file)
    await refused
    await expect(line(safo, 'plano.bin').getByText(/· Reintentando…$/)).toBeVisible()
    await expect(line(safo, 'plano.bin').getByRole('alert')).toHaveCount(0)
    await safo.unroute(oneUpload)
    await expect(line(safo, 'plano.bin').getByText('16.49 KB · Subido')).toBeVisible({ timeout: 30_000 })
    await expectStored({ house, who: 'Safo', file })
  })

  test('after the network was gone', async ({ house, openAs, trouble }) => {
    trouble.expect(/^failed PATCH \/api\/files\/uploads\/\{id\}/)
    trouble.tolerate(/^failed /, /^console/) // whatever else the page asks for meanwhile
    const safo = await openAs('Safo', '/files')
    const { slow, fast, gone } = await slowLine(safo)
    const said = watchUploads(safo)
    await slow(4 * megabyte)
    // more than goes in one part: a request that is under way is not what Chromium cuts off here, the next one is
    const file = something('plano.bin', 20 * megabyte)
    await upload(safo, file)
    await expect.poll(() => partOf(safo, 'plano.bin')).toBeGreaterThan(20)
    await gone()
    await expect(
      line(safo, 'plano.bin').getByText('16.00 MB de 20.00 MB · Sin conexión: sigue cuando vuelva', { exact: true }),
    ).toBeVisible()
    await fast()
    await expect(line(safo, 'plano.bin').getByText('20.00 MB · Subido')).toBeVisible({ timeout: 30_000 })
    expect(said.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    expect(said.filter(isLaterPart)).not.toEqual([])
    await expectStored({ house, who: 'Safo', file })
  })

  test('after the server was killed in the middle and started again', async ({ house, openAs, trouble }) => {
    trouble.expect('failed PATCH /api/files/uploads/{id}')
    trouble.tolerate(/^failed /, /^console/) // whatever else the page asks for meanwhile
    const safo = await openAs('Safo', '/files')
    const { slow, fast } = await slowLine(safo)
    const said = watchUploads(safo)
    await slow(3 * megabyte)
    const file = something('plano.bin', 20 * megabyte)
    await upload(safo, file)
    await expect.poll(() => partOf(safo, 'plano.bin')).toBeGreaterThan(30)
    const startAgain = await house.stop('SIGKILL')
    await expect(line(safo, 'plano.bin').getByText(/· Reintentando…$/)).toBeVisible()
    await startAgain()
    const before = said.length
    await fast()
    await expect(line(safo, 'plano.bin').getByText('20.00 MB · Subido')).toBeVisible({ timeout: 40_000 })
    expect(said.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    expect(said.slice(before).find((request) => request.startsWith('PATCH'))).toMatch(/^PATCH [1-9]/)
    await expectStored({ house, who: 'Safo', file })
  })

  test('after the page was loaded again, once the same file is chosen', async ({ house, openAs }, info) => {
    const path = info.outputPath('plano.bin')
    const buffer = randomBytes(12 * megabyte)
    writeFileSync(path, buffer)
    const safo = await openAs('Safo', '/files')
    const { slow, fast } = await slowLine(safo)
    await slow(2 * megabyte)
    await upload(safo, path)
    await expect.poll(() => partOf(safo, 'plano.bin')).toBeGreaterThan(25)
    const asked = safo.waitForEvent('dialog')
    const reloaded = safo.reload()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await reloaded
    await expect(queue(safo)).toHaveCount(0)
    await fast()
    await above(safo, 'Subir Archivo').click()
    await expect(
      uploadForm(safo).getByText('Quedó a medias; vuelve a elegirlo y seguirá donde estaba: plano.bin'),
    ).toBeVisible()
    const said = watchUploads(safo)
    await upload(safo, path)
    await expect(line(safo, 'plano.bin').getByText('12.00 MB · Subido')).toBeVisible({ timeout: 30_000 })
    expect(said[0]).toBe('HEAD')
    expect(said[1]).toMatch(/^PATCH [1-9]\d*$/)
    expect(said.filter((request) => request.startsWith('POST'))).toEqual([])
    await expectStored({ house, who: 'Safo', file: { name: 'plano.bin', mimeType: '', buffer } })
    await above(safo, 'Subir Archivo').click()
    await above(safo, 'Subir Archivo').click()
    await expect(uploadForm(safo).getByText(/Quedó a medias/)).toHaveCount(0)
  })

  test('after the session ended, once Safo has signed in again', async ({ house, openAs, trouble }) => {
    trouble.expect(/^401 (PATCH|HEAD) \/api\/files\/uploads\/\{id\}/)
    trouble.tolerate(/^401 GET/) // lists that are asked for at that moment
    // the live connection, if the slow line hasn't let it change over yet
    trouble.tolerate(/^console warning: WebSocket connection .* closed before/, '400 GET /socket.io/')
    const person = await house.person('Safo')
    const safo = await openAs('Safo', '/files')
    const { slow, fast } = await slowLine(safo)
    await slow(4 * megabyte)
    const said = watchUploads(safo)
    // more than goes in one part: the next one is refused
    const file = something('plano.bin', 20 * megabyte)
    await upload(safo, file)
    await expect.poll(() => partOf(safo, 'plano.bin')).toBeGreaterThan(10)
    await person.call('POST', '/auth/logout')
    await fast()
    const modal = safo.getByRole('dialog', { name: 'Login' })
    await expect(modal).toBeVisible({ timeout: 20_000 })
    await modal.getByLabel('Name').fill('Safo')
    await modal.getByLabel('Password', { exact: true }).fill(passwordOf('Safo'))
    await modal.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(modal).toBeHidden()
    await expect(line(safo, 'plano.bin').getByText('20.00 MB · Subido')).toBeVisible({ timeout: 30_000 })
    expect(said.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    await expectStored({ house, who: 'Safo', file })
  })
})
