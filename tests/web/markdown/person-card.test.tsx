// The card of a mentioned person.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categories } from '../../../contract/categories.ts'
import { comments } from '../../../contract/comments.ts'
import { search } from '../../../contract/search.ts'
import { users } from '../../../contract/users.ts'
import fotoAddress from '../../fixtures/foto.jpg?url'
import { expectAccessible } from '../../support/web/axe.ts'
import { hipatia, openPage, safo, zenon } from '../../support/web/screen.tsx'
import { answer, sentTo } from '../../support/web/server.ts'
import { commentOf, keepComments, newField, openPost, sendButton, withText } from '../comments/comments.ts'
import { besidesPost, contentField } from '../posts/posts.ts'

const thanks = `Gracias, @[Zenón](${zenon.id}) y @[Safo](${safo.id})`
const mentionOf = (name: string) => withText('Gracias').getByRole('link', { name: `@${name}` })
const cardOf = (name: string) => page.getByRole('dialog', { name })
const people = [
  answer(users.names, []),
  answer(users.read, ({ params }) => ({
    id: params.id ?? '',
    name: 'Zenón',
    avatar_url: params.id === zenon.id ? fotoAddress : null,
    can_be_mentioned: true,
  })),
]

test('a mention opens a card, from which Safo mentions Zenón in a comment, and goes to what he has written', async () => {
  const { answers } = keepComments(commentOf(hipatia, thanks, 1))
  const results = [answer(search.find, []), answer(categories.list, [])]
  await openPost({ screen: 'narrow', answers: [...answers, ...people, ...results] })
  await mentionOf('Zenón').click()
  const card = cardOf('Zenón')
  await expect.element(card).toBeVisible()
  await expect.poll(() => card.element().querySelector('img')?.getAttribute('src')).toBe(fotoAddress)
  await expectAccessible('the card of a person')
  await userEvent.keyboard('{Escape}')
  await expect.element(mentionOf('Zenón')).toHaveFocus()

  for (const value of ['@Zenón ', '@Zenón @Zenón ']) {
    await mentionOf('Zenón').click()
    await card.getByRole('button', { name: 'Mencionar' }).click()
    await expect.element(newField).toHaveFocus()
    await expect.element(newField).toHaveValue(value)
  }
  await sendButton.click()
  const token = `@[Zenón](${zenon.id})`
  await expect.poll(() => sentTo(comments.create)).toMatchObject([{ content: `${token} ${token} ` }])

  await mentionOf('Zenón').click()
  await card.getByRole('link', { name: 'Lo que ha escrito' }).click()
  await expect.poll(() => location.pathname + location.search).toBe(`/search?from=${zenon.id}`)
})

test('a mention from the preview of a post is written where Safo sees it', async () => {
  await openPage('/blog/create', { answers: [...besidesPost, ...people] })
  await contentField().fill(`Con @[Zenón](${zenon.id})`)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.getByRole('tabpanel').getByRole('link', { name: '@Zenón' }).click()
  await cardOf('Zenón').getByRole('button', { name: 'Mencionar' }).click()
  await expect.element(contentField()).toHaveFocus()
  await expect.element(contentField()).toHaveValue('Con @Zenón @Zenón ')
})

test('nobody is asked to mention themselves, or somebody whose account isn’t active', async () => {
  const inactive = answer(users.read, { id: zenon.id, name: 'Zenón', avatar_url: fotoAddress, can_be_mentioned: false })
  await openPost({ answers: [inactive, ...keepComments(commentOf(hipatia, thanks, 1)).answers] })
  await mentionOf('Zenón').click()
  await expect.poll(() => cardOf('Zenón').element().querySelector('img')).not.toBeNull()
  await expect.element(cardOf('Zenón').getByRole('button', { name: 'Mencionar' })).not.toBeInTheDocument()
  await openPost({ answers: [...keepComments(commentOf(hipatia, thanks, 1)).answers, ...people] })
  await mentionOf('Safo').click()
  await expect.element(cardOf('Safo').getByRole('link', { name: 'Lo que ha escrito' })).toBeVisible()
  await expect.element(cardOf('Safo').getByRole('button', { name: 'Mencionar' })).not.toBeInTheDocument()
})
