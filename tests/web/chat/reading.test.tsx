// Reading in the chat: unread messages, places of the past, the way back to the present, and what a screen reader says.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { news } from '../../../contract/news.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { connect, happens } from '../../support/web/live.ts'
import { answer } from '../../support/web/server.ts'
import { button, expectSeen, field, list, manyLeaves, marked, messageWith, openChat, send, talkOf } from './chat.ts'

const chatLink = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: /^Chat/ })
/** How far the list is scrolled from its end, in pixels. */
const fromEnd = () => {
  const { scrollHeight, clientHeight, scrollTop } = list.element()
  return Math.round(scrollHeight - clientHeight - scrollTop)
}
const leaf = (seq: number) => list.getByText(`hoja ${seq}.`, { exact: true })
const addressOf = ({ server }: ReturnType<typeof talkOf>, seq: number) =>
  `/chat?mensaje=${server.messages[seq - 1]?.id}`
const divider = list.getByRole('heading', { name: 'Nuevos mensajes' })
const topOf = (seq: number) => leaf(seq).element().getBoundingClientRect().top
const scrollTo = (seq: number) => leaf(seq).element().scrollIntoView({ block: 'center' })
/** Earlier messages that load just then would bring the list back to its end. */
const scrollUpTo = (seq: number) =>
  expect
    .poll(() => {
      scrollTo(seq)
      return button('Ir al final').query()
    })
    .not.toBeNull()
const isMissing = (what: { query: () => unknown }) => expect.poll(() => what.query()).toBeNull()

/** A conversation of so many messages, of which Safo has read all but the last ones. */
function leaves(count: number, unread = 0) {
  const talk = talkOf(...manyLeaves(count))
  talk.readUpTo(count - unread)
  return talk
}

/** A busy machine may not load all unread messages in the three seconds for which the chat waits for them. */
function waitLonger() {
  const start = window.setTimeout
  const patient = (run: () => void, ms?: number) => start(run, ms === 3000 ? 60_000 : ms)
  vi.spyOn(window, 'setTimeout').mockImplementation(patient as typeof setTimeout)
}

/** The numbers of the messages on the page, which have no gap. */
function shown() {
  const seqs = [...list.element().querySelectorAll<HTMLElement>('[data-seq]')].map(({ dataset }) => Number(dataset.seq))
  expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
  return seqs
}

/** Expects a message marked, with the focus, and in the middle of the list. */
async function expectPlace(seq: number) {
  await expect.poll(marked).toContain(`hoja ${seq}.`)
  await expect.poll(() => document.activeElement?.getAttribute('aria-current')).toBe('true')
  const distance = () => {
    const [box, item] = [list.element(), document.activeElement as Element].map((one) => one.getBoundingClientRect())
    return box && item ? Math.abs(item.top + item.height / 2 - box.top - box.height / 2) / box.height : 1
  }
  await expect.poll(distance).toBeLessThan(0.1)
  shown()
}

test.each([
  [3, 'Chat, 3 mensajes sin leer', '(3) Noticias · Alejandría'],
  [101, 'Chat, 99 o más mensajes sin leer', '(99+) Noticias · Alejandría'],
])('%i unread messages are told on other pages, until they are read on another device', async (unread, name, title) => {
  const talk = leaves(110, unread)
  await openChat(talk, { path: '/news', answers: [answer(news.list, [])] })
  await connect()
  await expect.element(chatLink).toHaveAccessibleName(name)
  await expect.poll(() => document.title).toBe(title)
  happens('chat_reading', { seq: 110, unread: 0, head: 110 })
  await expect.element(chatLink).toHaveAccessibleName('Chat')
  await expect.poll(() => document.title).toBe('Noticias · Alejandría')
  happens('receive_message', talk.say('Otra'))
  await expect.element(chatLink).toHaveAccessibleName('Chat, 1 mensaje sin leer')
})

test('with many unread messages the chat opens at the first of them, on a phone too', async () => {
  waitLonger()
  for (const screen of ['desktop', 'phone'] as const) {
    await openChat(leaves(80, 70), { screen })
    await expectSeen(divider)
    await expectSeen(messageWith('hoja 11.'))
    await expect.element(chatLink).toHaveAccessibleName('Chat, 70 mensajes sin leer')
    await button('70 mensajes nuevos').click()
    await expect.element(chatLink).toHaveAccessibleName('Chat')
    await expectSeen(leaf(80))
  }
})

test('with more unread messages than are loaded the divider says so, and none of them counts as read', async () => {
  waitLonger()
  await openChat(leaves(281, 280))
  await expectSeen(list.getByRole('heading', { name: 'Más de 250 mensajes nuevos' }))
  await expect.element(button(/^2[5-8]\d mensajes nuevos$/)).toBeVisible()
  await expect.element(chatLink).toHaveAccessibleName('Chat, 99 o más mensajes sin leer')
})

test('messages that arrive while Safo reads older ones move nothing, are counted, and are one click away', async () => {
  const talk = leaves(60)
  const arrives = (words: string) => happens('receive_message', talk.say(words))
  await openChat(talk)
  await connect()
  await expectSeen(leaf(60))
  arrives('Esto se ve al llegar')
  await expectSeen(messageWith('Esto se ve al llegar'))
  expect(fromEnd()).toBeLessThanOrEqual(1)
  await expect.element(list.getByText('Aquí empieza la conversación')).toBeInTheDocument()
  await scrollUpTo(20)
  const before = topOf(20)
  arrives('Esto no se ve todavía')
  arrives('Y esto tampoco')
  await expect.element(button('2 mensajes nuevos')).toBeVisible()
  expect(topOf(20)).toBe(before)
  await button('2 mensajes nuevos').click()
  await expectSeen(messageWith('Y esto tampoco'))
  await isMissing(page.getByRole('button', { name: /Ir al final|mensajes nuevos/ }))
  // by keyboard: the list has the focus
  await userEvent.keyboard('{PageUp}')
  await expect.element(button('Ir al final')).toBeVisible()
  await userEvent.keyboard('{End}')
  await isMissing(button('Ir al final'))
  await scrollUpTo(20)
  await send('Lo mío se ve siempre')
  await expectSeen(messageWith('Lo mío se ve siempre'))
})

test('the list stays at its end when the navigation goes and a keyboard comes before a late event of scrolling', async () => {
  await openChat(leaves(30), { screen: 'phone' })
  await expectSeen(leaf(30))
  const frame = page.getByRole('heading', { level: 1 }).element().closest('header')?.parentElement as HTMLElement
  for (const height of [944, 420]) {
    frame.style.setProperty('--seen-height', `${height}px`)
    expect(list.element().clientHeight, 'laid out').toBeGreaterThan(0)
  }
  list.element().dispatchEvent(new Event('scroll'))
  await expect.poll(fromEnd).toBeLessThanOrEqual(1)
  await expectSeen(leaf(30))
})

test('a screen reader announces new messages of others, and many at once by their number only', async () => {
  const talk = talkOf('Lo de antes')
  await openChat(talk)
  await connect()
  await expect.element(messageWith('Lo de antes')).toBeVisible()
  const log = page.getByRole('log')
  const said = () => log.element().textContent ?? ''
  happens('receive_message', talk.say('Oídme'))
  await expect.poll(said).toContain('Zenón: Oídme')
  stopTimers()
  await field.fill('Te oigo')
  await userEvent.keyboard('{Enter}')
  for (const words of ['uno', 'dos', 'tres', 'cuatro']) happens('receive_message', talk.say(words))
  await soon(() => messageWith('cuatro').query() !== null && messageWith('Te oigo').query() !== null)
  await passes(700)
  await soon(() => said().includes('4 mensajes nuevos'))
  expect(said()).not.toMatch(/Te oigo|Lo de antes|cuatro/)
})

test('2000 messages that are missing below move nothing; Safo scrolls on to them, or jumps to the end', async () => {
  const talk = leaves(300)
  await openChat(talk)
  await expectSeen(leaf(300))
  await scrollUpTo(275)
  const before = topOf(275)
  for (let seq = 301; seq <= 2300; seq++) talk.say(`hoja ${seq}.`)
  dispatchEvent(new Event('online'))
  await expect.element(button('2000 mensajes nuevos')).toBeVisible()
  expect(Math.abs(topOf(275) - before)).toBeLessThanOrEqual(1)
  // near the end of each page the next one is fetched
  for (const seq of [300, 490, 690]) {
    await expect.element(leaf(seq)).toBeInTheDocument()
    scrollTo(seq)
  }
  await expect.element(leaf(890)).toBeInTheDocument()
  shown()
  await button('2000 mensajes nuevos').click()
  await expectSeen(leaf(2300))
  await isMissing(button('2000 mensajes nuevos'))
})

test('a link to a message far back shows it between others, which load on the way, and leads back to the present', async () => {
  const talk = leaves(3000)
  await openChat(talk, { path: addressOf(talk, 700) })
  await connect()
  await expectPlace(700)
  expect(shown().length).toBeLessThan(500)
  for (const seq of [699, 701]) await expectSeen(leaf(seq))
  await expect.element(button('Ir a lo último')).toBeVisible()
  await expectAccessible('a message in the past')
  list.element().scrollTo(0, 0)
  await expect.element(leaf(640)).toBeInTheDocument()
  list.element().scrollTo(0, list.element().scrollHeight)
  await expect.element(leaf(900)).toBeInTheDocument()
  shown()
  happens('receive_message', talk.say('Dicho mientras Safo leía lo antiguo'))
  await button('1 mensaje nuevo').click()
  await expectSeen(messageWith('Dicho mientras Safo leía lo antiguo'))
  await expectSeen(divider)
  expect(location.search).toBe('')
  expect(marked()).toBeUndefined()
  happens('receive_message', talk.say('Y esto ya en el presente'))
  await expectSeen(messageWith('Y esto ya en el presente'))
  shown()
})

test('near the present the place and the present are one list, and scrolling to its end takes the mark away', async () => {
  const talk = leaves(3000)
  await openChat(talk, { path: addressOf(talk, 2600) })
  await connect()
  await expect.element(leaf(3000)).toBeInTheDocument()
  await expectPlace(2600)
  await isMissing(button('Ir a lo último'))
  happens('receive_message', talk.say('Llega sin mover a nadie'))
  await expect.element(button('1 mensaje nuevo')).toBeVisible()
  await expectPlace(2600)
  list.element().scrollTo(0, list.element().scrollHeight)
  await expect.poll(() => location.search).toBe('')
  await expect.poll(marked).toBeUndefined()
})

test('on the open chat links lead on: to a message on screen, one far back, the same one again; an own message leads to the end', async () => {
  const talk = leaves(3000)
  await openChat(talk)
  await expectSeen(leaf(3000))
  expect(marked()).toBeUndefined()
  const go = (seq: number) => {
    history.pushState({ idx: history.state?.idx + 1, key: crypto.randomUUID() }, '', addressOf(talk, seq))
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }
  go(2980)
  await expect.poll(marked).toContain('hoja 2980.')
  expect(shown().at(-1)).toBe(3000)
  go(30)
  await expectPlace(30)
  await expect.element(leaf(1)).toBeInTheDocument()
  list.element().scrollTo(0, 0)
  go(30)
  await expectPlace(30)
  go(2000)
  await expectPlace(2000)
  await send('Acabo de leer lo de hace años')
  await expectSeen(messageWith('Acabo de leer lo de hace años'))
  await expect.poll(() => location.search).toBe('')
  expect(messageWith('Acabo de leer lo de hace años').elements()).toHaveLength(1)
})

test.each(['f'.repeat(32), 'nada'])('a link to no message (%s) opens the chat with a notice to close', async (id) => {
  await openChat(leaves(40), { path: `/chat?mensaje=${id}` })
  const notice = page.getByText('Este mensaje no está en el chat')
  await expect.element(notice).toBeVisible()
  await expectSeen(leaf(40))
  await expectAccessible('no such message')
  await button('Cerrar').click()
  await isMissing(notice)
  expect(location.search).toBe('')
})
