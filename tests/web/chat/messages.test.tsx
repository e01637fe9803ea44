// What is shown of a message, and what one does with it: answer, edit, delete (SPEC §2, "Chat").
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chat } from '../../../contract/chat.ts'
import { links } from '../../../contract/content/links.ts'
import { posts } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { composeWith } from '../../support/web/compose.ts'
import { reply } from '../../support/web/dialogs.ts'
import { connect, happens, sentLive } from '../../support/web/live.ts'
import { closePage, hipatia, idOf, safo } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { fileOf, linkedPost } from '../links/links.ts'
import { besidesPost, post } from '../posts/posts.ts'
import { choose, field, list, marked, messageWith, openChat, send, talkOf } from './chat.ts'

const deletes = 'Dejará de verse para todos, y en su sitio pondrá «Mensaje eliminado».'
const answering = page.getByText('Respondes a Zenón', { exact: true })
const actionsOf = (words: string) => messageWith(words).getByRole('button', { name: /^Acciones del mensaje de / })
const deleted = list.getByText('Mensaje eliminado', { exact: true })

test('consecutive messages of one person share one name, each has its time, and each day has a heading', async () => {
  const talk = talkOf('La tortuga sale antes', 'Y llega antes')
  talk.say('Eso habría que verlo', hipatia.id)
  const [first] = talk.server.messages
  if (first) first.created_at = new Date(Date.now() - 86_400_000).toISOString()
  await openChat(talk)
  await expect.element(messageWith('La tortuga sale antes')).toMatchTextContent('Zenón')
  await expect.element(messageWith('Eso habría que verlo')).toMatchTextContent('Hipatia')
  expect(textsOf(list.getByRole('heading', { level: 2 }))).toEqual(['ayer', 'hoy'])
  talk.say('Pues mira', hipatia.id)
  dispatchEvent(new Event('online'))
  await expect.element(messageWith('Pues mira')).not.toMatchTextContent('Hipatia')
  // the time is in the text for people without a mouse
  expect(messageWith('Pues mira').element().querySelector('time')?.textContent).toMatch(/^\d{1,2}:\d{2}$/)
})

const photo = fileOf('foto.jpg', { file_type: 'image/jpeg', thumb_url: '/tests/fixtures/dibujo.png' })

test.each(['desktop', 'narrow'] as const)(
  'in a message addresses and link tokens are links, HTML is text, and a linked image is shown (%s)',
  async (screen) => {
    const talk = talkOf(
      [
        `<b>Mira</b> https://museo.example/faro y ${location.origin}/blog/${post.id}`,
        `{{post:${idOf(201)}|lo del faro}} {{file:${photo.id}|la foto}} {{file:${idOf(99)}|lo perdido}} javascript:alert(1)`,
      ].join('\n'),
    )
    const found = answer(links.find, { files: [photo], posts: [linkedPost(1, 'El faro')] })
    await openChat(talk, { screen, answers: [found, answer(posts.read, post), ...besidesPost] })
    await connect()
    const said = messageWith('<b>Mira</b>')
    const foreign = said.getByRole('link', { name: 'https://museo.example/faro' })
    await expect.element(foreign).toHaveAttribute('href', 'https://museo.example/faro')
    await expect.element(foreign).toHaveAttribute('target', '_blank')
    await expect.element(foreign).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await expect.element(said.getByRole('link', { name: 'la foto', exact: true })).toHaveAttribute('target', '_blank')
    const picture = said.getByRole('link', { name: 'Imagen: la foto' })
    await expect.element(picture).toHaveAttribute('href', photo.cloudinary_url)
    await expect.element(said.getByText('lo perdido (file not found)')).toBeVisible()
    await expect.poll(() => said.getByRole('link').elements().length).toBe(5)
    await expectAccessible(`the chat on a ${screen} screen`)
    await said.getByRole('link', { name: `${location.origin}/blog/${post.id}` }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(post.title)
  },
)

test('an answer says what it answers, over the live connection too, and its quote leads there', async () => {
  const talk = talkOf('¿Quién trae las velas?')
  await openChat(talk)
  await connect()
  await choose('¿Quién trae las velas?', 'Responder')
  await expect.element(field).toHaveFocus()
  await expect.element(answering).toBeVisible()
  await expectAccessible('an answer that is being written')
  await send('Yo las traigo')
  await expect.element(answering).not.toBeInTheDocument()
  const quote = messageWith('Yo las traigo').getByRole('link', { name: /Responde a\s+Zenón\s+¿Quién trae las velas\?/ })
  await expect.element(quote).toBeVisible()
  const sent = { message: 'Yo las traigo', reply_to: talk.server.messages[0]?.id }
  await expect.poll(() => sentTo(chat.create)).toMatchObject([sent])
  expect(sentLive.filter(([event]) => event === 'send_message')).toMatchObject([['send_message', sent]])
  await send('Y el vino')
  await expect.element(messageWith('Y el vino')).toBeVisible()
  expect(messageWith('Y el vino').getByRole('link').query()).toBeNull()
  await quote.click()
  await expect.poll(marked).toContain('¿Quién trae las velas?')
})

test('ArrowUp edits the last own message, Escape gives it up, and an unsent text waits for the end of an edit', async () => {
  const talk = talkOf()
  talk.say('Quedamos el juves', safo.id)
  talk.say('De acuerdo')
  await openChat(talk)
  await expect.element(messageWith('De acuerdo')).toBeVisible()
  await field.click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByText('Editas tu mensaje', { exact: true })).toBeVisible()
  await expect.element(field).toHaveValue('Quedamos el juves')
  composeWith(field.element(), 'Escape')
  await expect.element(field).toHaveValue('Quedamos el juves')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('Mañana os cuento')
  await choose('Quedamos el juves', 'Editar')
  await expect.element(field).toHaveValue('Quedamos el juves')
  await field.fill('Quedamos el jueves')
  await expectAccessible('an edit that is being written')
  // isn't lost by answering another one
  await choose('De acuerdo', 'Responder')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Quedamos el jueves')
  closePage()
  await openChat(talk)
  await expect.element(field).toHaveValue('Quedamos el jueves')
  await field.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Mañana os cuento')
  await expect.element(messageWith('Quedamos el jueves')).toMatchTextContent('editado')
  expect(messageWith('Quedamos el juves').query()).toBeNull()
})

test('Safo deletes her message after a question; she can’t delete Zenón’s, which an administrator can', async () => {
  const talk = talkOf('Un secreto de Zenón')
  talk.say('Algo que lamento', safo.id)
  await openChat(talk)
  await messageWith('Un secreto de Zenón').hover()
  await actionsOf('Un secreto de Zenón').click()
  const items = page.getByRole('menuitem').filter({ hasText: /\p{L}/u })
  await expect.element(items.first()).toBeVisible()
  expect(textsOf(items)).toEqual(['Otro emoji', 'Responder'])
  await userEvent.keyboard('{Escape}')
  await expect.element(actionsOf('Un secreto de Zenón')).toHaveFocus()
  await choose('Algo que lamento', 'Eliminar')
  await reply(deletes, 'Cancelar')
  expect(sentTo(chat.remove)).toHaveLength(0)
  await choose('Algo que lamento', 'Eliminar')
  await expect.element(page.getByRole('alertdialog', { name: '¿Eliminar tu mensaje?' })).toBeVisible()
  await reply(deletes, 'Eliminar')
  await expect.element(deleted).toBeVisible()
  expect(messageWith('Algo que lamento').query()).toBeNull()
  await openChat(talk, { as: hipatia })
  await choose('Un secreto de Zenón', 'Eliminar')
  await expect.element(page.getByRole('alertdialog', { name: '¿Eliminar el mensaje de Zenón?' })).toBeVisible()
  await reply(deletes, 'Eliminar')
  await expect.poll(() => deleted.elements().length).toBe(2)
})

test('with the keyboard alone, Hipatia reaches the actions of every message', async () => {
  await openChat(talkOf('Primera tablilla', 'Segunda tablilla', 'Tercera tablilla'), { as: hipatia })
  await expect.element(messageWith('Tercera tablilla')).toBeVisible()
  await field.click()
  // past the buttons of the field
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{Tab}{/Shift}')
  await expect.element(actionsOf('Tercera tablilla')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(actionsOf('Primera tablilla')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Responder', exact: true })).toHaveFocus()
  await expectAccessible('the menu of a message')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
  expect(page.getByText('Primera tablilla', { exact: true }).elements()).toHaveLength(2)
})

test('changes of others are seen at once, also in quotes; the text of an edit isn’t lost when its message was deleted', async () => {
  const talk = talkOf()
  const { id } = talk.say('Nos vemos el lnues', safo.id)
  talk.say('Allí estaré', hipatia.id, id)
  await openChat(talk)
  await connect()
  await expect.element(messageWith('Allí estaré').getByRole('link', { name: /Nos vemos el lnues/ })).toBeVisible()
  const told = (text: string | null) => {
    const { event } = talk.server.edit(id, text)
    if (event) happens('messages_changed', event)
  }
  told('Nos vemos el lunes')
  await expect.poll(() => list.getByText('Nos vemos el lunes', { exact: true }).elements().length).toBe(2)
  await expect.element(messageWith('editado')).toMatchTextContent('Nos vemos el lunes')
  await choose('editado', 'Editar')
  told(null)
  await expect.poll(() => deleted.elements().length).toBe(2)
  expect(list.getByText('Nos vemos el').query()).toBeNull()
  nowAnswer(refuse(chat.update, 404, 'No está.', 'not_found'))
  await send('Nos vemos el martes')
  const failed = messageWith('Descartar')
  await expect.element(failed).toMatchTextContent('Mensaje eliminado')
  await failed.getByRole('button', { name: 'Descartar' }).click()
  await expect.element(field).toHaveValue('Nos vemos el martes')
})
