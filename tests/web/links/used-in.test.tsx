// The posts that use a file: on its card, and in the question before it is deleted.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { files } from '../../../contract/files.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { question, reply, toast } from '../../support/web/dialogs.ts'
import { idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { archive, button, cardOf, fileOf, linkedPost } from './links.ts'

const card = cardOf('plano.txt')
const uses = card.getByRole('list', { name: 'Posts que usan este archivo' })
const plano = (post_count: number) => fileOf('plano.txt', { post_count })
const others = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => fileOf(`${from + n}.txt`, { id: idOf(from + n) }))

test('a file shows its uses by keyboard, after a failure too, with a mark on drafts; one without uses has no button', async () => {
  const linking = [linkedPost(1, 'La isla larga y tendida', false), linkedPost(2, 'El faro')]
  const held = holdBack(files.usedIn)
  const answers = [held.handler, refuse(files.usedIn, 500), ...archive(plano(1), ...others(70, 1))]
  await openPage('/files', { answers })
  const open = card.getByRole('button', { name: 'En 1 post', exact: true })
  await expect.element(open).toBeVisible()
  await expect.element(cardOf('70.txt').getByRole('button', { name: /^En \d/ })).not.toBeInTheDocument()
  open.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(open).toHaveAttribute('aria-expanded', 'true')
  await expect.element(open).toHaveFocus()
  await expect.element(card.getByText('Cargando posts...', { exact: true })).toBeVisible()
  held.release()
  await expect.element(card.getByRole('alert')).toMatchTextContent('No se pudo ver en qué posts está.')
  nowAnswer(answer(files.usedIn, linking))
  await card.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(uses.getByRole('listitem').first()).toMatchTextContent('BORRADOR')
  await expect.element(uses.getByRole('link', { name: 'El faro' })).toHaveAttribute('href', `/blog/${linking[1]?.id}`)
  // above the cards below
  const isInFront = (link: Element) => {
    const { x, y, height } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(x + 5, y + height / 2))
  }
  await expect.poll(() => uses.getByRole('link').elements().map(isInFront)).toEqual([true, true])
  await expectAccessible('uses of a file')
  open.element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(uses.getByRole('link').first()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(uses).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
})

test('the uses of a file are shown above the bottom bar of a phone, wherever the card is', async () => {
  const linking = ['La isla', 'El puerto', 'El faro'].map((title, n) => linkedPost(n, title))
  const shown = [...others(70, 4), plano(3), ...others(80, 3)]
  await openPage('/files', { screen: 'phone', answers: [answer(files.usedIn, linking), ...archive(...shown)] })
  const open = card.getByRole('button', { name: 'En 3 posts' })
  await expect.element(open).toBeVisible()
  const bar = () => page.getByRole('navigation', { name: 'Principal' }).element().getBoundingClientRect().top
  // just above the bar
  window.scrollBy({ top: open.element().getBoundingClientRect().bottom - bar(), behavior: 'instant' })
  ;(open.element() as HTMLElement).click()
  await expect.element(uses.getByRole('link').last()).toHaveTextContent('El faro')
  await expect
    .poll(() => uses.getByRole('link').last().element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(bar())
})

const asked = 'Are you sure you want to delete "plano.txt"? This action cannot be undone.'

test('the question before a used file is deleted lists its posts, and has its buttons in sight on a small phone', async () => {
  const title = (n: number) => `Capítulo ${n} ${'que no acaba '.repeat(8)}`
  const linking = [7, 6, 5, 4, 3, 2, 1].map((n) => linkedPost(n, title(n), n < 7))
  await openPage('/files', { screen: 'narrow', answers: [answer(files.usedIn, linking), ...archive(plano(6))] })
  await button('Eliminar').click()
  await expect.element(question.getByText('Se usa en 7 posts:', { exact: true })).toBeVisible()
  const lines = question.getByRole('listitem').elements()
  expect(lines.map(({ textContent }) => textContent?.trim().match(/^(BORRADOR )?Capítulo \d|^y .*/)?.[0])).toEqual([
    ...['BORRADOR Capítulo 7', 'Capítulo 6', 'Capítulo 5', 'Capítulo 4', 'Capítulo 3', 'y 2 más'],
  ])
  await expect.element(question).toMatchTextContent('dirá «(file not found)».')
  await expect.element(question).toHaveAccessibleDescription(/cannot be undone.*Se usa en 7 posts/)
  for (const name of ['Cancelar', 'Eliminar'])
    await expect.element(question.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expectAccessible('deleting a file that is used')
  await reply(asked, 'Cancelar')
  await expect.element(button('Eliminar')).toHaveFocus()
  expect(sentTo(files.remove)).toEqual([])
})

for (const [uses, handlers] of [
  ['that no post uses', () => [answer(files.usedIn, [])]],
  ['whose uses are refused', () => [refuse(files.usedIn, 500)]],
  ['whose uses do not come', () => [holdBack(files.usedIn).handler]],
] as const)
  test(`the question before a file is deleted ${uses} is the usual one`, async () => {
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms === 4000 ? 100 : ms))
    await openPage('/files', {
      answers: [...handlers(), answer(files.remove, undefined as never), ...archive(plano(1))],
    })
    await button('Eliminar').click()
    await expect.element(question).toHaveAccessibleDescription(asked)
    await expect.element(question).not.toMatchTextContent(/Se usa|not found/)
    nowAnswer(...archive())
    await reply(asked, 'Eliminar')
    await expect.element(toast('«plano.txt» se ha eliminado.')).toBeVisible()
    await expect.element(card).not.toBeInTheDocument()
  })
