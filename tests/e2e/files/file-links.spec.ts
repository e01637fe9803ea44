import {
  addUrlButton,
  archiveButton,
  archiveOf,
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

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('Adding a link', () => {
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
})
