import { refuse } from '../../support/browser/network.ts'
import {
  addUrlButton,
  archiveButton,
  archiveOf,
  cardOf,
  categoryField,
  descriptionField,
  fileField,
  fileSection,
  uploadButton,
  uploadForm,
  uploadQueue,
  urlField,
  urlForm,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { toast } from '../../support/browser/pages/toasts.ts'

import { expect, test } from '../../support/browser/test.ts'

const links = '**/api/files/url'

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('Adding a link', () => {
  test('Of the forms for files and links only one is open at a time, and a second press closes it', async ({
    openAs,
  }) => {
    const safo = await openAs('Safo', '/files')
    const [file, url] = [archiveButton(safo, 'Subir Archivo'), archiveButton(safo, 'Agregar URL')]
    await expect(file).toHaveAttribute('aria-expanded', 'false')
    await file.click()
    await expect(uploadForm(safo)).toBeVisible()
    await expect(file).toHaveAttribute('aria-expanded', 'true')
    await url.click()
    await expect(urlForm(safo)).toBeVisible()
    await expect(uploadForm(safo)).toHaveCount(0)
    await expect(file).toHaveAttribute('aria-expanded', 'false')
    await expect(url).toHaveAttribute('aria-expanded', 'true')
    await file.click()
    await expect(uploadForm(safo)).toBeVisible()
    await expect(urlForm(safo)).toHaveCount(0)
    await file.click()
    await expect(uploadForm(safo)).toHaveCount(0)
    await url.click()
    await urlForm(safo).getByRole('button', { name: 'Cancelar' }).click()
    await expect(urlForm(safo)).toHaveCount(0)
  })

  test('The forms for files and links have their fields', async ({ server, openAs }) => {
    const { hipatia } = server
    for (const name of ['Música y Cine', 'Arte y Cultura']) await hipatia.createCategory(name)
    await hipatia.deactivateCategory(await hipatia.createCategory('Alquimia'))
    const options = ['-- Sin Categoría --', 'Arte y Cultura', 'Música y Cine']
    const safo = await openAs('Safo', '/files')
    await archiveButton(safo, 'Subir Archivo').click()
    const form = uploadForm(safo)
    await expect(form.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Safo')
    await expect(form.getByRole('textbox', { name: 'Nombre' })).not.toBeEditable()
    await expect(fileField(form)).toHaveAttribute('required')
    await expect(categoryField(form).getByRole('option')).toHaveText(options)
    await expect(descriptionField(form)).not.toHaveAttribute('required')
    await fileField(form).setInputFiles({ name: 'mil.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1536, 97) })
    const chosen = form.getByRole('list', { name: '1 archivo elegido' })
    await expect(chosen).toContainText('mil.txt')
    await expect(chosen).toContainText('1.50 KB')
    await chosen.getByRole('button', { name: 'Quitar mil.txt' }).click()
    await expect(form.getByRole('list')).toHaveCount(0)
    await uploadButton(form).click()
    await expect(form).toBeVisible()
    await expect(uploadQueue(safo)).toHaveCount(0)

    await archiveButton(safo, 'Agregar URL').click()
    const url = urlField(urlForm(safo))
    await expect(url).toHaveAttribute('type', 'url')
    await expect(url).toHaveAttribute('required')
    await expect(categoryField(urlForm(safo)).getByRole('option')).toHaveText(options)
  })

  test('A member adds a link with a category and a description', async ({ server, openAs }) => {
    const historia = await server.hipatia.createCategory('Historia')
    const safo = await openAs('Safo', '/files')
    await archiveButton(safo, 'Agregar URL').click()
    const form = urlForm(safo)
    await urlField(form).fill('  https://museo.example/faro  ')
    await categoryField(form).selectOption('Historia')
    await descriptionField(form).fill('El faro, por dentro')
    await addUrlButton(form).click()
    await expect(toast(safo, 'El enlace se ha guardado en el archivo.')).toBeVisible()
    await expect(form).toHaveCount(0)
    const card = fileSection(safo, 'Historia').getByRole('article')
    await expect(card).toContainText('El faro, por dentro')
    await expect(card).toContainText('por Safo')
    expect(await archiveOf(await server.person('Safo'))).toMatchObject([
      { original_url: 'https://museo.example/faro', category_id: historia.id, description: 'El faro, por dentro' },
    ])
    await archiveButton(safo, 'Agregar URL').click()
    await expect(urlField(form)).toHaveValue('')
    await expect(descriptionField(form)).toHaveValue('')
  })

  test('A text that is not an address is not sent to the server', async ({ openAs, server }) => {
    const safo = await openAs('Safo', '/files')
    let sent = 0
    await safo.route(links, (route) => {
      sent++
      return route.fallback()
    })
    await archiveButton(safo, 'Agregar URL').click()
    const field = urlField(urlForm(safo))
    for (const address of ['', 'museo', '   ']) {
      await field.fill(address)
      await addUrlButton(urlForm(safo)).click()
      await expect(field).toBeFocused()
    }
    expect(sent).toBe(0)
    expect(await archiveOf(await server.person('Safo'))).toEqual([])
  })

  test('An address of another kind or with a password is refused, and its field keeps the text and names the reason', async ({
    openAs,
  }) => {
    const safo = await openAs('Safo', '/files')
    const form = urlForm(safo)
    const field = urlField(form)
    for (const [refused, corrected] of [
      ['ftp://museo.example/faro', 'https://museo.example/faro'],
      ['javascript:alert(1)', 'https://museo.example/alerta'],
      ['https://safo:clave@museo.example/', 'https://museo.example/'],
    ] as const)
      await test.step(refused, async () => {
        await archiveButton(safo, 'Agregar URL').click()
        await field.fill(refused)
        await descriptionField(form).fill('Mi descripción')
        await addUrlButton(form).click()
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(field).toHaveAccessibleDescription(/La URL debe comenzar con http:\/\/ o https:\/\//)
        await expect(field).toBeFocused()
        await expect(field).toHaveValue(refused)
        await expect(descriptionField(form)).toHaveValue('Mi descripción')
        await field.fill(corrected)
        await expect(field).not.toHaveAttribute('aria-invalid', 'true')
        await addUrlButton(form).click()
        await expect(cardOf(safo, corrected)).toContainText('Mi descripción')
        await expect(form).toHaveCount(0)
      })
  })

  test('When the server fails, the form shows why or that it failed, and keeps the typed address, also after a reload', async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 POST /api/files/url')
    const safo = await openAs('Safo', '/files')
    const form = urlForm(safo)
    for (const [address, detail, text] of [
      ['https://museo.example/', undefined, 'Failed to add URL'],
      ['https://faro.example/', 'Hoy no se admiten enlaces.', 'Hoy no se admiten enlaces.'],
    ] as const)
      await test.step(text, async () => {
        await refuse(safo, links, 500, detail)
        await archiveButton(safo, 'Agregar URL').click()
        await urlField(form).fill(address)
        await addUrlButton(form).click()
        await expect(form.getByRole('alert')).toHaveText(`Error: ${text}`)
        await expect(urlField(form)).toHaveValue(address)
        await safo.reload()
        await archiveButton(safo, 'Agregar URL').click()
        await expect(urlField(form)).toHaveValue(address)
        await safo.unroute(links)
        await addUrlButton(form).click()
        await expect(cardOf(safo, address)).toBeVisible()
        await expect(form).toHaveCount(0)
      })
  })
})
