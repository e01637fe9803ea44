import {
  above,
  archiveOf,
  cardOf,
  picturesAreMade,
  queue,
  section,
  toast,
  uploadForm,
  urlForm,
} from './support/files.ts'
import { refuse } from './support/gate.ts'
import { expect, test } from './support/test.ts'

const _sections = '**/api/files/sections'
const links = '**/api/files/url'
const _one = /\/api\/files\/[0-9a-f]{32}$/

const _sure = (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`

test.afterEach(({ house }) => picturesAreMade(house))

test.describe('Adding a link', () => {
  test('the two forms take turns, and a second press closes', async ({ openAs }) => {
    const safo = await openAs('Safo', '/files')
    const [file, url] = [above(safo, 'Subir Archivo'), above(safo, 'Agregar URL')]
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

  test('the forms have their fields', async ({ house, openAs }) => {
    const { hipatia } = house
    for (const name of ['Música y Cine', 'Arte y Cultura']) await hipatia.opens(name)
    await hipatia.closes(await hipatia.opens('Alquimia'))
    const options = ['-- Sin Categoría --', 'Arte y Cultura', 'Música y Cine']
    const safo = await openAs('Safo', '/files')
    await above(safo, 'Subir Archivo').click()
    const form = uploadForm(safo)
    await expect(form.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Safo')
    await expect(form.getByRole('textbox', { name: 'Nombre' })).not.toBeEditable()
    await expect(form.getByLabel('Archivo', { exact: true })).toHaveAttribute('required')
    await expect(form.getByRole('combobox', { name: 'Categoría' }).getByRole('option')).toHaveText(options)
    await expect(form.getByRole('textbox', { name: 'Descripción (opcional)' })).not.toHaveAttribute('required')
    await form
      .getByLabel('Archivo', { exact: true })
      .setInputFiles({ name: 'mil.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1536, 97) })
    const chosen = form.getByRole('list', { name: '1 archivo elegido' })
    await expect(chosen).toContainText('mil.txt')
    await expect(chosen).toContainText('1.50 KB')
    await chosen.getByRole('button', { name: 'Quitar mil.txt' }).click()
    await expect(form.getByRole('list')).toHaveCount(0)
    await form.getByRole('button', { name: 'Subir', exact: true }).click()
    await expect(form).toBeVisible()
    await expect(queue(safo)).toHaveCount(0)

    await above(safo, 'Agregar URL').click()
    const url = urlForm(safo).getByRole('textbox', { name: 'URL' })
    await expect(url).toHaveAttribute('type', 'url')
    await expect(url).toHaveAttribute('required')
    await expect(urlForm(safo).getByRole('combobox', { name: 'Categoría' }).getByRole('option')).toHaveText(options)
  })

  test('Safo adds one with a category and a description', async ({ house, openAs }) => {
    const historia = await house.hipatia.opens('Historia')
    const safo = await openAs('Safo', '/files')
    await above(safo, 'Agregar URL').click()
    const form = urlForm(safo)
    await form.getByRole('textbox', { name: 'URL' }).fill('  https://museo.example/faro  ')
    await form.getByRole('combobox', { name: 'Categoría' }).selectOption('Historia')
    await form.getByRole('textbox', { name: 'Descripción (opcional)' }).fill('El faro, por dentro')
    await form.getByRole('button', { name: 'Agregar', exact: true }).click()
    await expect(toast(safo, 'El enlace se ha guardado en el archivo.')).toBeVisible()
    await expect(form).toHaveCount(0)
    const card = section(safo, 'Historia').getByRole('article')
    await expect(card).toContainText('El faro, por dentro')
    await expect(card).toContainText('por Safo')
    expect(await archiveOf(await house.person('Safo'))).toMatchObject([
      { original_url: 'https://museo.example/faro', category_id: historia.id, description: 'El faro, por dentro' },
    ])
    await above(safo, 'Agregar URL').click()
    await expect(form.getByRole('textbox', { name: 'URL' })).toHaveValue('')
    await expect(form.getByRole('textbox', { name: 'Descripción (opcional)' })).toHaveValue('')
  })

  test('what is no address is not sent', async ({ openAs, house }) => {
    const safo = await openAs('Safo', '/files')
    let sent = 0
    await safo.route(links, (route) => {
      sent++
      return route.fallback()
    })
    await above(safo, 'Agregar URL').click()
    const field = urlForm(safo).getByRole('textbox', { name: 'URL' })
    for (const address of ['', 'museo', '   ']) {
      await field.fill(address)
      await urlForm(safo).getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(field).toBeFocused()
    }
    expect(sent).toBe(0)
    expect(await archiveOf(await house.person('Safo'))).toEqual([])
  })

  for (const address of ['ftp://museo.example/faro', 'javascript:alert(1)', 'https://safo:clave@museo.example/'])
    test(`${address} is refused by the server, and stays with the reason beside it`, async ({ openAs, trouble }) => {
      trouble.expect('422 POST /api/files/url')
      const safo = await openAs('Safo', '/files')
      await above(safo, 'Agregar URL').click()
      const form = urlForm(safo)
      const field = form.getByRole('textbox', { name: 'URL' })
      await field.fill(address)
      await form.getByRole('textbox', { name: 'Descripción (opcional)' }).fill('Mi descripción')
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(/La URL debe comenzar con http:\/\/ o https:\/\//)
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(address)
      await expect(form.getByRole('textbox', { name: 'Descripción (opcional)' })).toHaveValue('Mi descripción')
      await field.fill('https://museo.example/')
      await expect(field).not.toHaveAttribute('aria-invalid', 'true')
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(cardOf(safo, 'https://museo.example/')).toContainText('Mi descripción')
    })

  for (const [detail, text] of [
    [undefined, 'Failed to add URL'],
    ['Hoy no se admiten enlaces.', 'Hoy no se admiten enlaces.'],
  ] as const)
    test(`says '${text}' when the server fails, and keeps what was typed`, async ({ openAs, trouble }) => {
      trouble.expect('500 POST /api/files/url')
      const safo = await openAs('Safo', '/files')
      await refuse(safo, links, 500, detail)
      await above(safo, 'Agregar URL').click()
      const form = urlForm(safo)
      await form.getByRole('textbox', { name: 'URL' }).fill('https://museo.example/')
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(form.getByRole('alert')).toHaveText(`Error: ${text}`)
      await expect(form.getByRole('textbox', { name: 'URL' })).toHaveValue('https://museo.example/')
      await safo.reload()
      await above(safo, 'Agregar URL').click()
      await expect(form.getByRole('textbox', { name: 'URL' })).toHaveValue('https://museo.example/')
      await safo.unroute(links)
      await form.getByRole('button', { name: 'Agregar', exact: true }).click()
      await expect(cardOf(safo, 'https://museo.example/')).toBeVisible()
    })
})
