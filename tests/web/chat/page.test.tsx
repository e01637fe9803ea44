// The page of the chat: loading, writing and sending (SPEC §2, "Chat"; §8).
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chat } from '../../../contract/chat.ts'
import { posts } from '../../../contract/posts.ts'
import { presence } from '../../../contract/presence.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { composeWith } from '../../support/web/compose.ts'
import { connect } from '../../support/web/live.ts'
import { closePage, hipatia, openPage, safo } from '../../support/web/screen.tsx'
import { answer, holdBack, loseAnswer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { archive, fileOf } from '../links/links.ts'
import { button, choose, expectSeen, field, list, manyLeaves, messageWith, openChat, send, talkOf } from './chat.ts'

const nobody = page.getByText('Todavía no ha hablado nadie. Las conversaciones de esta casa empiezan por un saludo.')
const failed = (words: string) => messageWith(words).getByRole('alert')

test('an empty chat says so until the first message, sent without the live connection, which is said to be missing', async () => {
  await openChat(talkOf())
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Community Chat')
  await expect.element(nobody).toBeVisible()
  await expectAccessible('the empty chat')
  await field.fill('¿Hay alguien?')
  await button('Enviar').click()
  await expect.element(messageWith('¿Hay alguien?')).toBeVisible()
  await expect.element(nobody).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
  await expect.element(page.getByText('Desconectado', { exact: true })).toBeVisible()
})

test.each([
  [safo, 'Escribiendo como: Safo'],
  [hipatia, 'Escribiendo como: Hipatia (Admin)'],
])('the ribbon shows all people online, and under the field stands who writes (%#)', async (as, author) => {
  const online = [safo, hipatia].map(({ id, name, role }) => ({ id, name, role }))
  await openChat(talkOf(), { as, answers: [answer(presence.list, { online_users: online })] })
  const people = page.getByRole('list', { name: 'Personas conectadas' }).getByRole('listitem')
  await expect.element(people.nth(1)).toBeVisible()
  const mine = people.elements().filter(({ textContent }) => textContent?.includes('(tú)'))
  expect(mine.map(({ textContent }) => textContent?.includes(as.name))).toEqual([true])
  await expect.element(page.getByText(author, { exact: true })).toBeVisible()
})

test('Shift+Enter adds a line, Enter of a composition sends nothing, and blank or too long texts are not sent', async () => {
  await openChat(talkOf('Hola'))
  await expect.element(messageWith('Hola')).toBeVisible()
  for (const words of ['', '   ']) {
    await send(words)
    await expect.element(button('Enviar')).toBeDisabled()
    await expect.element(field).toHaveValue(words)
  }
  await field.fill('verso uno')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}verso dos')
  composeWith(field.element(), 'Enter')
  await expect.element(field).toHaveValue('verso uno\nverso dos')
  await userEvent.keyboard('{Enter}')
  await expect.element(messageWith('verso uno')).toBeVisible()
  expect((messageWith('verso uno').element() as HTMLElement).innerText).toContain('verso uno\nverso dos')

  await send('a'.repeat(4001))
  await expect.element(page.getByText('El mensaje no puede tener más de 4000 caracteres')).toBeVisible()
  await expect.element(field).toHaveValue('a'.repeat(4001))
  await send('a'.repeat(4000))
  await expect.element(field).toHaveValue('')
  await expect.element(messageWith('aaaaaaaaaa')).toBeVisible()
  expect(list.element().scrollWidth).toBe(list.element().clientWidth)
  await expect
    .poll(() => sentTo(chat.create))
    .toMatchObject([{ message: 'verso uno\nverso dos' }, { message: 'a'.repeat(4000) }])
})

test('an unsent text, with the link of a file at the cursor, waits for its author with what it answers, after a reload too', async () => {
  const [talk, acta] = [talkOf('Hola'), fileOf('acta.pdf')]
  await openChat(talk, { answers: archive(acta) })
  await choose('Hola', 'Responder')
  await field.fill('Aquí está  para todos')
  ;(field.element() as HTMLTextAreaElement).setSelectionRange(10, 10)
  await button('Link File').click()
  const picker = page.getByRole('dialog', { name: 'Select File to Link' })
  await picker.getByRole('option').filter({ hasText: 'acta.pdf' }).click()
  const written = `Aquí está {{file:${acta.id}|acta.pdf}} para todos`
  await expect.element(field).toHaveValue(written)
  await expect.element(field).toHaveFocus()
  closePage()
  // the chat may still have to say what was read
  const read = answer(chat.read, { seq: 1, unread: 0, head: 1 })
  await openPage('/blog', { answers: [answer(posts.list, []), read] })
  closePage()
  await openChat(talk)
  await expect.element(field).toHaveValue(written)
  await expect.element(page.getByText('Respondes a Zenón', { exact: true })).toBeVisible()
})

test('without a network the chat says so at once; a message says that it will go out, and only then whoever wrote it is asked', async () => {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
  const talk = talkOf('Hola')
  await openChat(talk)
  await connect()
  await expect.element(page.getByText('Conectados', { exact: true })).toBeVisible()
  nowAnswer(loseAnswer(chat.create))
  dispatchEvent(new Event('offline'))
  await expect.element(page.getByText('Desconectado', { exact: true })).toBeVisible()
  await send('¿Me oís?')
  await expect.element(messageWith('¿Me oís?')).toMatchTextContent('Saldrá al volver la conexión')
  const asked = page.getByText('¿Quieres que te avise cuando contesten?')
  expect(asked.elements()).toEqual([])
  nowAnswer(...talk.answers)
  dispatchEvent(new Event('online'))
  await connect()
  await expect.element(asked).toBeVisible()
  await expect.element(messageWith('¿Me oís?')).not.toMatchTextContent('Saldrá')
})

test('with a mouse one writes at once; on a touch screen the keyboard waits, and the first Tab leads to the field', async () => {
  const { matchMedia } = window
  for (const isTouch of [true, false]) {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: fine)' ? ({ matches: !isTouch } as MediaQueryList) : matchMedia.call(window, query),
    )
    await openChat(talkOf('Hola'))
    await expect.element(messageWith('Hola')).toBeVisible()
    if (!isTouch) await expect.element(field).toHaveFocus()
    else expect(document.activeElement).toBe(document.body)
    page.getByRole('main').element().focus()
    await userEvent.tab()
    await expect.element(button('Ir al campo para escribir')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveFocus()
  }
})

test('a refused message can be sent again, or discarded and edited in the field', async () => {
  await openChat(talkOf(), { answers: [] })
  await expect.element(nobody).toBeVisible()
  nowAnswer(refuse(chat.create, 403))
  await send('Esto no llega')
  await expect.element(failed('Esto no llega')).toMatchTextContent('Failed to send message')
  nowAnswer(refuse(chat.create, 403, 'Hoy no se habla.', 'not_allowed'))
  await send('Y esto tampoco')
  await expect.element(failed('Y esto tampoco')).toMatchTextContent('Hoy no se habla.')
  await field.fill('Otra cosa que empecé')
  await failed('Y esto tampoco').getByRole('button', { name: 'Descartar' }).click()
  await expect.element(messageWith('Y esto tampoco')).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Y esto tampoco\nOtra cosa que empecé')
  await expect.element(field).toHaveFocus()
  nowAnswer(...talkOf().answers)
  await failed('Esto no llega').getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(field).toHaveFocus()
  await expect.element(failed('Esto no llega')).not.toBeInTheDocument()
  expect(messageWith('Esto no llega').elements()).toHaveLength(1)
})

test("a message shows 'Enviando…' after one second, until it is stored", async () => {
  const held = holdBack(chat.create)
  await openChat(talkOf(), { answers: [held.handler] })
  await expect.element(nobody).toBeVisible()
  stopTimers()
  await field.fill('Con calma')
  await userEvent.keyboard('{Enter}')
  await soon(() => messageWith('Con calma').query() !== null)
  const isSending = () => messageWith('Con calma').element().textContent?.includes('Enviando…') ?? false
  await passes(900)
  expect(isSending()).toBe(false)
  await passes(200)
  expect(isSending()).toBe(true)
  held.release()
  await soon(() => !isSending())
})

test('a failure to load the messages is shown, also to what was sent before, and a retry loads them', async () => {
  const [lists, sends] = [holdBack(chat.list), holdBack(chat.create)]
  const answers = [lists.handler, refuse(chat.list, 403), sends.handler]
  await openChat(talkOf('Ya se oye'), { answers })
  await expect.element(page.getByText('Cargando mensajes...', { exact: true })).toBeInTheDocument()
  await send('¿Se me oye?')
  await expectSeen(messageWith('¿Se me oye?'))
  lists.release()
  await expect.element(list.getByText('Failed to fetch messages', { exact: true })).toBeVisible()
  await expectSeen(messageWith('¿Se me oye?'))
  nowAnswer(...talkOf('Ya se oye').answers, sends.handler)
  await list.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(messageWith('Ya se oye')).toBeVisible()
  await expect.element(page.getByText('Failed to fetch messages')).not.toBeInTheDocument()
})

test('earlier messages that fail to load can be asked for again', async () => {
  const talk = talkOf(...manyLeaves(60))
  talk.readUpTo(60)
  const { server } = talk
  const listed = server.list.bind(server)
  server.list = (query) => listed(query.before === undefined ? query : { before: 'lost' })
  await openChat(talk)
  await expect.element(list.getByRole('alert')).toMatchTextContent('No está.')
  await expectSeen(messageWith('hoja 60.'))
  server.list = listed
  await list.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(messageWith('hoja 10.')).toBeInTheDocument()
  await expect.element(list.getByText('Aquí empieza la conversación')).toBeInTheDocument()
})

test('the messages are shown without a divider while the reading position is still loading', async () => {
  const talk = talkOf('Se ve sin saber más')
  await openChat(talk, { answers: [holdBack(chat.reading).handler] })
  await expectSeen(messageWith('Se ve sin saber más'))
  expect(list.getByRole('heading', { name: 'Nuevos mensajes' }).query()).toBeNull()
})

test.each([
  [1440, 900],
  [844, 390],
  [911, 433],
  [320, 256],
])('every part of the chat can be reached in a window of %i by %i', async (width, height) => {
  const talk = talkOf(...manyLeaves(30))
  talk.readUpTo(30)
  await openChat(talk)
  await page.viewport(width, height)
  await expect.element(messageWith('hoja 30.')).toBeVisible()
  for (const part of [
    page.getByRole('heading', { name: 'Community Chat' }),
    page.getByRole('list', { name: 'Personas conectadas' }),
    list,
    field,
    page.getByText('Escribiendo como: Safo', { exact: true }),
  ]) {
    part.element().scrollIntoView({ block: 'nearest' })
    await expect.element(part).toBeInViewport()
    const smallerSide = () => {
      const { width, height } = part.element().getBoundingClientRect()
      return Math.min(width, height)
    }
    await expect.poll(smallerSide).toBeGreaterThan(15)
  }
  expect(list.element().getBoundingClientRect().height).toBeGreaterThan(120)
})
