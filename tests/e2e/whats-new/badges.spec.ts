// The badges in the navigation with the number of unseen items of each area (decision 033).
import { postTitles } from '../../support/browser/pages/posts.ts'
import { anyShowButton, areaLink, markAllSeen, shareNews, unseenCounts } from '../../support/browser/pages/whats-new.ts'
import { expect, test } from '../../support/browser/test.ts'

test('Safo sees a badge for each area on other pages, which disappears when she visits the area', async ({
  server,
  openAs,
}) => {
  const ana = await server.person('Ana')
  const safo = await markAllSeen(await server.person('Safo'))
  const page = await openAs('Safo', '/home')
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await ana.createPost()
  await expect(areaLink(page, 'Blog, 1 novedad')).toBeVisible()
  await ana.createPost()
  await expect(areaLink(page, 'Blog, 2 novedades')).toBeVisible()
  await shareNews(ana, 'Una noticia')
  await ana.addLink('https://biblioteca.example/')
  await expect(areaLink(page, 'Noticias, 1 novedad')).toBeVisible()
  await expect(areaLink(page, 'Archivo, 1 novedad')).toBeVisible()
  // Only the chat adds a count to the title of the window.
  await expect(page).toHaveTitle(/^[^(]*Alejandría$/)

  await areaLink(page, 'Blog, 2 novedades').click()
  await expect(postTitles(page)).toHaveCount(2)
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 1, files: 1 })
  await areaLink(page, 'Archivo, 1 novedad').click()
  await expect.poll(() => unseenCounts(safo)).toEqual({ blog: 0, news: 1, files: 0 })
  await expect(anyShowButton(page)).toHaveCount(0)
  await areaLink(page, 'Inicio').click()
  await expect(areaLink(page, 'Blog')).toBeVisible()
  await expect(areaLink(page, 'Archivo')).toBeVisible()
  await expect(areaLink(page, 'Noticias, 1 novedad')).toBeVisible()
})
