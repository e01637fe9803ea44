import { fileNames, fileSection, textFile, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { categorySidebar } from '../../support/browser/pages/navigation.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

const sectionNames = (page: Page) => page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 })

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('The file archive', () => {
  test('Files are grouped by category in Spanish order, files without a category last, and the newest first', async ({
    server,
    openAs,
  }) => {
    const { hipatia } = server
    const zenon = await server.person('Zenón')
    const [zoologia, etica, nandues, arte] = [
      await hipatia.createCategory('Zoología'),
      await hipatia.createCategory('Ética'),
      await hipatia.createCategory('Ñandúes'),
      await hipatia.createCategory('Arte y Cultura'),
    ]
    await hipatia.createCategory('Vacía')
    await zenon.uploadFile(textFile('suelto.txt'))
    await zenon.uploadFile(textFile('primero.txt'), { category_id: etica.id })
    await zenon.addLink('https://segundo.example/', { category_id: etica.id })
    await hipatia.uploadFile(textFile('tercero.txt'), { category_id: etica.id })
    for (const { id } of [zoologia, nandues, arte]) await zenon.uploadFile(textFile('uno.txt'), { category_id: id })

    const safo = await openAs('Safo', '/files')
    await expect(sectionNames(safo)).toHaveText(['Arte y Cultura', 'Ética', 'Ñandúes', 'Zoología', 'Sin Categoría'])
    await fileSection(safo, 'Ética').scrollIntoViewIfNeeded()
    await expect(fileNames(fileSection(safo, 'Ética'))).toHaveText([
      'tercero.txt',
      'https://segundo.example/',
      'primero.txt',
    ])
    await expect(fileSection(safo, 'Ética').getByText('3 archivos', { exact: true })).toBeVisible()
    await fileSection(safo, 'Sin Categoría').scrollIntoViewIfNeeded()
    await expect(fileNames(fileSection(safo, 'Sin Categoría'))).toHaveText(['suelto.txt'])
    await expect(fileSection(safo, 'Sin Categoría').getByText('1 archivo', { exact: true })).toBeVisible()
    await expect(safo.getByText('Vacía')).toHaveCount(0)

    await expect(categorySidebar(safo).getByRole('listitem')).toHaveText([
      'Todos los Archivos7',
      'Sin Categoría1',
      'Arte y Cultura1',
      'Ética3',
      'Ñandúes1',
      'Zoología1',
    ])
  })

  test('The chosen category is in the address, for the back button and for sharing', async ({ server, openAs }) => {
    const historia = await server.hipatia.createCategory('Historia')
    const zenon = await server.person('Zenón')
    await zenon.uploadFile(textFile('crónica.txt'), { category_id: historia.id })
    await zenon.uploadFile(textFile('suelto.txt'))
    const safo = await openAs('Safo', '/files')
    const choice = (name: RegExp) => categorySidebar(safo).getByRole('button', { name })
    await expect(fileNames(safo)).toHaveText(['crónica.txt', 'suelto.txt'])
    await expect(choice(/^Todos/)).toHaveAttribute('aria-current', 'true')

    await choice(/^Historia/).click()
    await expect(safo).toHaveURL(`/files?categoria=${historia.id}`)
    await expect(sectionNames(safo)).toHaveText(['Historia'])
    await expect(fileNames(safo)).toHaveText(['crónica.txt'])
    await expect(choice(/^Historia/)).toHaveAttribute('aria-current', 'true')
    await choice(/^Sin Categoría/).click()
    await expect(safo).toHaveURL('/files?categoria=none')
    await expect(fileNames(safo)).toHaveText(['suelto.txt'])

    await safo.goBack()
    await expect(fileNames(safo)).toHaveText(['crónica.txt'])
    await safo.goBack()
    await expect(safo).toHaveURL('/files')
    await expect(fileNames(safo)).toHaveText(['crónica.txt', 'suelto.txt'])

    await safo.goto(`/files?categoria=${historia.id}`)
    await expect(fileNames(safo)).toHaveText(['crónica.txt'])
    await choice(/^Todos/).click()
    await expect(fileNames(safo)).toHaveText(['crónica.txt', 'suelto.txt'])
    await expect(safo).toHaveURL('/files')
  })

  test('Scrolling through a long section loads the rest of its files, each of them once', async ({
    server,
    openAs,
  }) => {
    const zenon = await server.person('Zenón')
    const added: string[] = []
    for (let number = 1; number <= 65; number++) {
      added.unshift(`https://museo.example/sala-${number}`)
      await zenon.addLink(`https://museo.example/sala-${number}`)
    }
    const safo = await openAs('Safo', '/files')
    const all = fileSection(safo, 'Sin Categoría')
    await expect(all.getByText('65 archivos', { exact: true })).toBeVisible()
    await expect(all.getByRole('article').first()).toBeVisible()
    expect(await all.getByRole('article').count()).toBeLessThan(65)
    await expect(async () => {
      await safo.mouse.move(900, 600)
      await safo.mouse.wheel(0, 3000)
      expect(await all.getByRole('article').count()).toBe(65)
    }).toPass({ timeout: 15_000 })
    await expect(fileNames(all)).toHaveText(added)
    await expect(all.getByRole('button', { name: 'Mostrar más' })).toHaveCount(0)
  })

  test('The files of a section far below are not loaded before the member scrolls near it', async ({
    server,
    openAs,
  }) => {
    const { hipatia } = server
    for (const name of ['Arte', 'Botánica', 'Ciencia', 'Danza', 'Zoología']) {
      const { id } = await hipatia.createCategory(name)
      for (let number = 1; number <= 6; number++)
        await hipatia.addLink(`https://${name === 'Zoología' ? 'abajo' : 'arriba'}.example/${number}`, {
          category_id: id,
        })
    }
    const safo = await openAs('Safo', '/files')
    await expect(fileNames(fileSection(safo, 'Arte'))).toHaveCount(6)
    await expect(fileSection(safo, 'Zoología').getByRole('article')).toHaveCount(0)
    await fileSection(safo, 'Zoología').getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
    await expect(fileNames(fileSection(safo, 'Zoología'))).toHaveCount(6)
  })

  test('A visitor is redirected from the archive to the home page', async ({ visit }) => {
    const page = await visit('/files')
    await expect(page).toHaveURL('/home')
  })
})
