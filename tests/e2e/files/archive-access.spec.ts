import { expectAccessible } from '../../support/browser/axe.ts'
import { focusWithTab } from '../../support/browser/keyboard.ts'
import { delayResponse } from '../../support/browser/network.ts'
import {
  addUrlButton,
  archiveButton,
  archiveOf,
  cardOf,
  categoryField,
  descriptionField,
  emptyText,
  fileField,
  fileSection,
  upload,
  uploadButton,
  uploadForm,
  uploadQueue,
  urlField,
  urlForm,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { categorySidebar, navigationLink } from '../../support/browser/pages/navigation.ts'
import { expect, type Screen, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('Access to the file archive', () => {
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
    await focusWithTab(page, fileField(form))
    await press('Enter')
    await (await choosing).setFiles({ name: 'carta.txt', mimeType: 'text/plain', buffer: Buffer.from('Hola a todas.') })
    await expect(form.getByRole('list', { name: '1 archivo elegido' })).toBeVisible()
    await expect(categoryField(form).getByRole('option', { name: 'Historia' })).toBeAttached()
    await focusWithTab(page, categoryField(form))
    await page.keyboard.type('Hist')
    await focusWithTab(page, descriptionField(form))
    await page.keyboard.type('La primera carta')
    await focusWithTab(page, uploadButton(form))
    await press('Enter')
    await expect(uploadQueue(page).getByText('13 Bytes · Subido', { exact: true })).toBeVisible()
    await expect(fileSection(page, 'Historia').getByRole('article')).toContainText('La primera carta')
    expect(await archiveOf(nadia)).toMatchObject([
      { original_name: 'carta.txt', description: 'La primera carta', category_name: 'Historia', uploaded_by: 'Nadia' },
    ])
  })

  for (const screen of ['desktop', 'narrow'] satisfies Screen[])
    test(`The archive with its forms, queue and dialogs is accessible on a ${screen} screen in both themes`, async ({
      server,
      openAs,
      pageErrors,
    }) => {
      pageErrors.expect('507 POST /api/files/uploads')
      const empty = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      await expect(empty.getByText(emptyText)).toBeVisible()
      await expectAccessible(empty, 'empty archive')

      const historia = await server.hipatia.createCategory('Historia')
      const person = await server.person('Safo')
      for (const name of ['foto.jpg', 'dibujo.png', 'voz.mp3', 'cancion.ogg', 'acta.pdf', 'notas.txt'])
        await person.uploadFile(fixture(name), { category_id: historia.id, description: 'Una descripción' })
      await person.addLink('https://www.youtube.com/shorts/dQw4w9WgXcQ')
      await person.addLink('https://biblioteca.example/mapas')
      const safo = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      await expect(fileSection(safo, 'Historia').getByRole('article')).toHaveCount(6)
      if (screen === 'narrow') {
        await categorySidebar(safo).getByRole('button', { name: 'Categorías' }).click()
        await expect(categorySidebar(safo).getByRole('button', { name: /^Historia/ })).toBeVisible()
      }
      await expectAccessible(safo, 'archive')

      await archiveButton(safo, 'Agregar URL').click()
      await urlField(urlForm(safo)).fill('ftp://museo.example')
      await addUrlButton(urlForm(safo)).click()
      await expect(urlField(urlForm(safo))).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(safo, 'form for links, with an error')

      // the queue shows a finished, a failed, two running and a waiting upload
      await upload(safo, { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('Uno.') })
      await expect(uploadQueue(safo).getByText('4 Bytes · Subido')).toBeVisible()
      await safo.route('**/api/files/uploads', (route) => route.fulfill({ status: 507, body: '' }), { times: 1 })
      await upload(safo, { name: 'sin-sitio.txt', mimeType: 'text/plain', buffer: Buffer.from('Uno.') })
      await expect(uploadQueue(safo).getByRole('alert')).toBeVisible()
      const delayed = await delayResponse(safo, /\/api\/files\/uploads\//)
      await upload(
        safo,
        ['uno.txt', 'dos.txt', `${'tres-'.repeat(40)}.txt`].map((name) => ({
          name,
          mimeType: 'text/plain',
          buffer: Buffer.from(name),
        })),
      )
      await expect(uploadQueue(safo).getByRole('progressbar')).toHaveCount(3)
      await fileField(uploadForm(safo)).setInputFiles({
        name: 'a.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('a'),
      })
      await expectAccessible(safo, 'form and queue')
      delayed.release()
      await expect(uploadQueue(safo).getByRole('progressbar')).toHaveCount(0)

      await cardOf(safo, 'notas.txt').getByRole('button', { name: 'Eliminar' }).click()
      const question = safo.getByRole('alertdialog', { name: '¿Continuar?' })
      await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
      await expectAccessible(safo, 'question')
      await question.getByRole('button', { name: 'Cancelar' }).click()

      await cardOf(safo, 'foto.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
      const viewer = safo.getByRole('dialog', { name: /^foto\.jpg/ })
      await expect(viewer.getByRole('img', { name: 'foto.jpg' })).toBeVisible()
      await expect(viewer.getByText('2 of 2', { exact: true })).toBeVisible()
      await expectAccessible(safo, 'viewer')
      await safo.keyboard.press('Escape')
      await expect(viewer).toBeHidden()

      await cardOf(safo, 'voz.mp3').getByRole('button', { name: 'Play' }).click()
      await expect(safo.getByRole('dialog', { name: 'Reproductor de audio' })).toBeVisible()
      await expect(safo.getByRole('list', { name: 'Lista de reproducción' })).toBeVisible()
      await expectAccessible(safo, 'player')
    })
})
