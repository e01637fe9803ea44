import { fileNames, textFile, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import { categorySidebar } from '../../support/browser/pages/navigation.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

const sectionNames = (page: Page) => page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 })

test.afterEach(({ server }) => waitForImageVersions(server))

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
