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

import { answer, expect, test } from '../../support/browser/test.ts'

test.describe('Deleting a file', () => {
  const name = 'El "último" <b>plano $& de Ítaca.txt'

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
})
