import { expectAccessible } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/test.ts'

// an empty chat on a server of its own
test.use({ serverName: 'chat-empty' })

test('Safo writes the first message of an empty chat', async ({ openAs }) => {
  const safo = await openAs('Safo', '/chat')
  const none = safo.getByText('Todavía no ha hablado nadie. Las conversaciones de esta casa empiezan por un saludo.')
  await expect(none).toBeVisible()
  await expectAccessible(safo, 'the empty chat')
  await safo.getByRole('textbox', { name: 'Mensaje' }).fill('¿Hay alguien?')
  await safo.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(safo.getByRole('listitem').filter({ hasText: '¿Hay alguien?' })).toHaveCount(1)
  await expect(none).toHaveCount(0)
})
