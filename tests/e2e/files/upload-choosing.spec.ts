import { focusWithTab } from '../../support/browser/keyboard.ts'
import {
  archiveButton,
  archiveOf,
  bytesOf,
  cardOf,
  fileField,
  sha256,
  upload,
  uploadButton,
  uploadForm,
  uploadQueue,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.afterEach(({ server }) => waitForImageVersions(server))

test('A new member uploads a file with the keyboard alone', async ({ server, openAs }) => {
  const nadia = await server.person('Nadia')
  await server.hipatia.createCategory('Historia')
  const page = await openAs('Nadia', '/home')
  // long before it opens: the browser needs a moment to hand it to the test
  const choosing = page.waitForEvent('filechooser', { timeout: 0 })
  const press = (key: string) => page.keyboard.press(key)
  await focusWithTab(page, navigationLink(page, 'Archivo'))
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Almacén de Archivos' })).toBeFocused()
  await focusWithTab(page, archiveButton(page, 'Subir Archivo'))
  await press('Enter')
  const form = uploadForm(page)
  const category = form.getByRole('combobox', { name: 'Categoría' })
  await focusWithTab(page, fileField(form))
  await press('Enter')
  await (await choosing).setFiles({ name: 'carta.txt', mimeType: 'text/plain', buffer: Buffer.from('Hola a todas.') })
  await expect(form.getByRole('list', { name: '1 archivo elegido' })).toBeVisible()
  await expect(category.getByRole('option', { name: 'Historia' })).toBeAttached()
  await focusWithTab(page, category)
  await page.keyboard.type('Hist')
  await focusWithTab(page, form.getByRole('textbox', { name: 'Descripción (opcional)' }))
  await page.keyboard.type('La primera carta')
  await focusWithTab(page, uploadButton(form))
  await press('Enter')
  await expect(uploadQueue(page).getByText('13 Bytes · Subido', { exact: true })).toBeVisible()
  await expect(toast(page, '«carta.txt» se ha guardado en el archivo.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Historia', exact: true }).getByRole('article')).toContainText(
    'La primera carta',
  )
  expect(await archiveOf(nadia)).toMatchObject([
    { original_name: 'carta.txt', description: 'La primera carta', category_name: 'Historia', uploaded_by: 'Nadia' },
  ])
})

test('Files dropped on the page and a pasted image can be uploaded, not one in a text', async ({ server, openAs }) => {
  const safo = await openAs('Safo', '/files', { before: (page) => page.clock.setFixedTime('2026-11-21T03:52:09Z') })
  await safo.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect(archiveButton(safo, 'Subir Archivo')).toBeVisible()
  const dragged = await safo.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Uno.'], 'uno.txt', { type: 'text/plain' }))
    transfer.items.add(new File(['Dos.'], 'dos.txt', { type: 'text/plain' }))
    return transfer
  })
  await safo.dispatchEvent('h1', 'dragover', { dataTransfer: dragged })
  await expect(safo.getByText('Suelta los archivos para subirlos')).toBeVisible()
  await safo.dispatchEvent('h1', 'drop', { dataTransfer: dragged })
  await expect(safo.getByText('Suelta los archivos para subirlos')).toHaveCount(0)
  const chosen = uploadForm(safo).getByRole('list', { name: '2 archivos elegidos' })
  await expect(chosen.getByRole('listitem')).toHaveText([/uno\.txt/, /dos\.txt/])
  await chosen.getByRole('button', { name: 'Quitar uno.txt' }).click()
  await uploadButton(uploadForm(safo)).click()
  await expect(toast(safo, '«dos.txt» se ha guardado en el archivo.')).toBeVisible()

  await safo.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30)
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob({ type: 'image/png' }) })])
  })
  await archiveButton(safo, 'Agregar URL').click()
  const form = safo.getByRole('form', { name: 'Agregar URL' })
  await form.getByRole('textbox', { name: 'URL' }).press('ControlOrMeta+v')
  await expect(uploadForm(safo)).toHaveCount(0)
  await archiveButton(safo, 'Agregar URL').click()
  await expect(form).toHaveCount(0)
  await safo.keyboard.press('ControlOrMeta+v')
  const name = 'Imagen pegada 2026-11-21 04.52.09.png'
  await expect(uploadForm(safo).getByRole('list', { name: '1 archivo elegido' })).toContainText(name)
  await uploadButton(uploadForm(safo)).click()
  await expect(cardOf(safo, name).locator('img')).toBeVisible()
  expect(await archiveOf(await server.person('Safo'))).toMatchObject([
    { original_name: name, file_type: 'image/png', thumb_url: expect.any(String) },
    { original_name: 'dos.txt', file_type: 'text/plain', file_size: 4 },
  ])
})

test('A file that is stored before the code of its message has come is announced and listed', async ({ openAs }) => {
  const code = Promise.withResolvers<void>()
  const safo = await openAs('Safo', '/files', {
    before: (page) => page.route('**/upload-watch-*.js', (route) => code.promise.then(() => route.continue())),
  })
  await upload(safo, { name: 'uno.txt', mimeType: 'text/plain', buffer: Buffer.from('Uno.') })
  await expect(uploadQueue(safo).getByText('4 Bytes · Subido', { exact: true })).toBeVisible()
  code.resolve()
  await expect(toast(safo, '«uno.txt» se ha guardado en el archivo.')).toBeVisible()
  await expect(cardOf(safo, 'uno.txt')).toBeVisible()
})

test('A HEIC photo from a phone is stored unchanged and shown upright', async ({ server, openAs }) => {
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
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalHeight / img.naturalWidth))
    .toBeCloseTo(4 / 3, 1)
  expect(sha256(await bytesOf(server, (await archiveOf(await server.person('Safo')))[0]))).toBe(sha256(bytes))
})
