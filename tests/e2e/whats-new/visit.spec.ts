// 'Desde tu última visita' below the picture and words of the home page.
import { addComment, commentWith } from '../../support/browser/pages/comments.ts'
import { naming } from '../../support/browser/pages/notices.ts'
import {
  calmSentence,
  group,
  groupTitles,
  visitCounts,
  visitHeading,
  wayDown,
} from '../../support/browser/pages/visit.ts'
import { shareNews } from '../../support/browser/pages/whats-new.ts'
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'visit' })

test('on her phone Telesila sees what the others did, each with a way in', async ({ server, openAs }) => {
  const reader = await server.person('Telesila')
  const ana = await server.person('Ana')
  for (const title of ['Canto primero', 'Canto segundo', 'Canto tercero', 'Canto cuarto'])
    await ana.createPost({ title })
  const own = await reader.createPost({ title: 'La caza' })
  await addComment(ana, own, 'La primera')
  await addComment(ana, own, 'La segunda')
  await shareNews(ana, 'Vuelve a brillar el faro')
  await ana.uploadFile({ name: 'plano.txt', bytes: 'Un plano.' })
  await ana.call('POST', '/chat/messages', { message: `¿Y tú, ${naming(reader)}?` })
  await ana.call('POST', '/chat/messages', { message: 'A nadie en concreto' })
  const page = await openAs('Telesila', '/home', { screen: 'phone' })
  await expect(groupTitles(page)).toHaveText([
    '1 mensaje para ti',
    '4 posts nuevos',
    '1 conversación con comentarios',
    '1 noticia nueva',
    '1 archivo nuevo',
  ])
  // the words of the page stay above
  await expect(page.getByRole('heading', { level: 1, name: 'Alejandría' })).toBeVisible()
  await expect(group(page, '1 mensaje para ti').getByRole('listitem')).toHaveText([/¿Y tú, @Telesila\?.*Ana/])
  await wayDown(page, '8 novedades').press('Enter')
  await expect(visitHeading(page)).toBeFocused()
  await expect(visitHeading(page)).toBeInViewport()
  await expect(wayDown(page, '8 novedades')).toHaveCount(0)
  await page.getByRole('link', { name: '4 posts nuevos' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await expect.poll(() => visitCounts(reader)).toEqual([1, 0, 1, 1, 1])
  await page.goBack()
  await expect(groupTitles(page).filter({ hasText: 'posts' })).toHaveCount(0)
  await page.getByRole('link', { name: 'La caza' }).press('Enter')
  await expect(commentWith(page, 'La primera')).toBeFocused()
  // the conversation is seen where it was opened
  await page.goBack()
  await expect(groupTitles(page)).toHaveText(['1 mensaje para ti', '1 noticia nueva', '1 archivo nuevo'])
})

test('a message to Erina appears on her open page, and is gone once she has read it', async ({ server, openAs }) => {
  const erina = await server.person('Erina')
  const page = await openAs('Erina', '/home')
  await expect(calmSentence(page)).toBeVisible()
  await server.hipatia.call('POST', '/chat/messages', { message: `¿Vienes, ${naming(erina)}?` })
  await page.getByRole('link', { name: '¿Vienes, @Erina?' }).click()
  await expect(page).toHaveURL(/\/chat\?mensaje=/)
  await expect.poll(() => visitCounts(erina)).toEqual([0, 0, 0, 0, 0])
  await page.goBack()
  await expect(calmSentence(page)).toBeVisible()
})
