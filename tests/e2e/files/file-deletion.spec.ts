import { refuse } from '../../support/browser/network.ts'
import {
  cardOf,
  deletionQuestion,
  emptyText,
  fileNames,
  fileSection,
  textFile,
} from '../../support/browser/pages/archive.ts'
import { categorySidebar } from '../../support/browser/pages/navigation.ts'
import { toast } from '../../support/browser/pages/toasts.ts'

import { answer, blankPage, expect, test } from '../../support/browser/test.ts'

const oneFile = /\/api\/files\/[0-9a-f]{32}$/

test.describe('Deleting a file', () => {
  const name = 'El "último" <b>plano $& de Ítaca.txt'

  test('The uploader and admins can delete a file, other members cannot', async ({ server, openAs }) => {
    await (await server.person('Zenón')).uploadFile(textFile('de Zenón.txt'))
    await server.hipatia.uploadFile(textFile('de Hipatia.txt'))
    for (const [who, mayDelete] of [
      ['Zenón', ['de Zenón.txt']],
      ['Safo', []],
      ['Hipatia', ['de Hipatia.txt', 'de Zenón.txt']],
    ] as const) {
      const page = await openAs(who, '/files')
      await expect(fileNames(page)).toHaveCount(2)
      await expect(
        page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Eliminar' }) }),
        who,
      ).toHaveCount(mayDelete.length)
      for (const own of mayDelete)
        await expect(cardOf(page, own).getByRole('button', { name: 'Eliminar' })).toBeVisible()
    }
  })

  for (const who of ['Zenón', 'Hipatia'])
    test(`${who} is asked with the exact name before the file is deleted`, async ({ server, openAs }) => {
      const zenon = await server.person('Zenón')
      const file = await zenon.uploadFile(textFile(name))
      await zenon.uploadFile(textFile('otro.txt'))
      const page = await openAs(who, '/files')
      await cardOf(page, name).getByRole('button', { name: 'Eliminar' }).click()
      await answer(page, deletionQuestion(name), 'Cancelar')
      await expect(fileNames(page)).toHaveText(['otro.txt', name])
      expect(await zenon.call('GET', `/files/${file.id}`)).toMatchObject({ original_name: name })
      await cardOf(page, name).getByRole('button', { name: 'Eliminar' }).click()
      await answer(page, deletionQuestion(name), 'Eliminar')
      await expect(toast(page, `«${name}» se ha eliminado.`)).toBeVisible()
      await expect(fileNames(page)).toHaveText(['otro.txt'])
      await expect(fileSection(page, 'Sin Categoría').getByText('1 archivo', { exact: true })).toBeVisible()
      await expect(categorySidebar(page).getByRole('button', { name: /^Todos/ })).toHaveText('Todos los Archivos1')
      await expect(zenon.call('GET', `/files/${file.id}`)).rejects.toThrow('404')
    })

  test('Deleting the last file shows the empty archive', async ({ server, openAs }) => {
    await server.hipatia.uploadFile(textFile('único.txt'))
    const page = await openAs('Hipatia', '/files')
    await cardOf(page, 'único.txt').getByRole('button', { name: 'Eliminar' }).click()
    await answer(page, deletionQuestion('único.txt'), 'Eliminar')
    await expect(page.getByText(emptyText, { exact: true })).toBeVisible()
  })

  test('A deletion that fails shows an error and keeps the file, with and without a reason from the server', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 DELETE /api/files/{id}')
    const page = await openAs('Hipatia', blankPage)
    for (const [detail, text] of [
      [undefined, 'Failed to delete file'],
      ['El estante está cerrado.', 'El estante está cerrado.'],
    ] as const)
      await test.step(text, async () => {
        await server.hipatia.uploadFile(textFile('único.txt'))
        await refuse(page, oneFile, 500, detail, 'DELETE')
        await page.goto('/files')
        const button = cardOf(page, 'único.txt').getByRole('button', { name: 'Eliminar' })
        await button.click()
        await answer(page, deletionQuestion('único.txt'), 'Eliminar')
        await expect(toast(page, text)).toBeVisible()
        await expect(button).toBeEnabled()
        await page.unroute(oneFile)
        await button.click()
        await answer(page, deletionQuestion('único.txt'), 'Eliminar')
        await expect(page.getByText(emptyText, { exact: true })).toBeVisible()
      })
  })
})
