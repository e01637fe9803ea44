import {
  archiveButton,
  archiveOf,
  bytesOf,
  cardOf,
  categoryField,
  descriptionField,
  fileField,
  sha256,
  upload,
  uploadButton,
  uploadForm,
  uploadQueue,
  urlField,
  urlForm,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expectStored, queueItem, randomFile } from '../../support/browser/pages/uploads.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('Choosing files for an upload', () => {
  test('A file from the file chooser is stored unchanged with its category and description', async ({
    server,
    openAs,
  }) => {
    await server.hipatia.createCategory('Historia')
    const file = randomFile('plano.bin')
    const safo = await openAs('Safo', '/files')
    await archiveButton(safo, 'Subir Archivo').click()
    const form = uploadForm(safo)
    await fileField(form).setInputFiles(file)
    await categoryField(form).selectOption('Historia')
    await descriptionField(form).fill('El plano\ndel faro')
    await uploadButton(form).click()
    await expect(queueItem(safo, 'plano.bin').getByText('16.49 KB · Subido', { exact: true })).toBeVisible()
    await expect(toast(safo, '«plano.bin» se ha guardado en el archivo.')).toBeVisible()
    const card = safo.getByRole('region', { name: 'Historia' }).getByRole('article', { name: 'plano.bin' })
    await expect(card).toContainText('El plano del faro')
    await expect(descriptionField(form)).toHaveValue('')
    await expectStored(server, file)
    expect(await archiveOf(await server.person('Safo'))).toMatchObject([
      { description: 'El plano\ndel faro', category_name: 'Historia' },
    ])
    await uploadQueue(safo).getByRole('button', { name: 'Quitar plano.bin de la lista' }).click()
    await expect(uploadQueue(safo)).toHaveCount(0)
    await expect(card).toBeVisible()
  })

  test('Files dropped anywhere on the page can be uploaded', async ({ server, openAs }) => {
    const safo = await openAs('Safo', '/files')
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
    expect(await archiveOf(await server.person('Safo'))).toMatchObject([
      { original_name: 'dos.txt', file_type: 'text/plain', file_size: 4 },
    ])
  })

  test('A pasted image is named after the current time, and pasting into a text field starts no upload', async ({
    server,
    openAs,
  }) => {
    const safo = await openAs('Safo', '/files', { before: (page) => page.clock.setFixedTime('2026-11-21T03:52:09Z') })
    await safo.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect(archiveButton(safo, 'Subir Archivo')).toBeVisible()
    await safo.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30)
      canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob({ type: 'image/png' }) })])
    })
    await archiveButton(safo, 'Agregar URL').click()
    await urlField(urlForm(safo)).press('ControlOrMeta+v')
    await expect(uploadForm(safo)).toHaveCount(0)
    await archiveButton(safo, 'Agregar URL').click()
    await expect(urlForm(safo)).toHaveCount(0)
    await safo.keyboard.press('ControlOrMeta+v')
    const name = 'Imagen pegada 2026-11-21 04.52.09.png'
    await expect(uploadForm(safo).getByRole('list', { name: '1 archivo elegido' })).toContainText(name)
    await uploadButton(uploadForm(safo)).click()
    await expect(cardOf(safo, name).locator('img')).toBeVisible()
    expect(await archiveOf(await server.person('Safo'))).toMatchObject([
      { original_name: name, file_type: 'image/png', thumb_url: expect.any(String) },
    ])
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
})
