import { expectAccessible } from '../../support/browser/axe.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Queda poco espacio en el servidor' })
const answerWith = (free_bytes: number, is_low: boolean) => (page: Page) =>
  page.route('**/api/admin/disk', (route) => route.fulfill({ json: { free_bytes, total_bytes: 20 * 2 ** 30, is_low } }))

for (const screen of ['desktop', 'phone'] as const)
  test(`Hipatia sees on a ${screen} that the disk is filling up`, async ({ openAs }) => {
    const page = await openAs('Hipatia', '/admin', { screen, before: answerWith(1.5 * 2 ** 30, true) })
    await expect(notice(page)).toContainText(
      'Quedan libres 1.50 GB de 20.00 GB. Cuando se acaben, nadie podrá subir archivos ni guardar textos. Avisa a quien se ocupa del servidor.',
    )
    await expectAccessible(page, screen)
  })

test('Hipatia sees nothing about the disk while there is room', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin', { before: answerWith(15 * 2 ** 30, false) })
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})
