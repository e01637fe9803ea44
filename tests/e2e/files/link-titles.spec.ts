// Links of the archive under the title of their page. The test server asks no other site: the browser is given titles.
import type { ArchiveFile } from '../../../contract/files.ts'
import { cardOf, deletionQuestion } from '../../support/browser/pages/archive.ts'
import { expect, overflowOf, type Page, type Screen, test } from '../../support/browser/test.ts'

/** Gives links a title in all answers about files, as soon as `titles` has it under their address. */
const giveTitles = (titles: Map<string, string>) => (page: Page) =>
  page.route(/\/api\/(files(\/[0-9a-f]{32})?(\?.*)?|links)$/, async (route) => {
    if (route.request().method() === 'DELETE') return route.continue()
    const response = await route.fetch()
    const titled = (file: ArchiveFile) => ({ ...file, title: titles.get(file.original_url ?? '') ?? file.title })
    const body = await response.json()
    const json = Array.isArray(body)
      ? body.map(titled)
      : body.files
        ? { ...body, files: body.files.map(titled) }
        : titled(body)
    return route.fulfill({ response, json })
  })

test.describe('The card of a link', () => {
  test('shows the title of its page as text, and the address beneath', async ({ server, openAs }) => {
    const [faro, museo, video] = [
      'https://www.faro.example/historia/',
      `https://museo.example/${'sala-'.repeat(60)}`,
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    ] as const
    const html = '<img src=x onerror=alert(1)> Historia & «faros»'
    const titles = new Map([
      [faro, html],
      [museo, 'Nabucodonosor'.repeat(23)],
      [video, 'El conejo, en grande'],
    ])
    const safoThere = await server.person('Safo')
    for (const address of titles.keys()) await safoThere.addLink(address)
    await safoThere.addLink('https://sin-titulo.example/mapas')
    for (const screen of ['desktop', 'narrow'] satisfies Screen[]) {
      const safo = await openAs('Safo', '/files', { screen, before: giveTitles(titles) })
      const card = cardOf(safo, html)
      await expect(card.getByText('faro.example/historia', { exact: true })).toBeVisible()
      await expect(card.locator('img')).toHaveCount(0)
      await expect(card.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', faro)
      await expect(cardOf(safo, 'Nabucodonosor'.repeat(23))).toContainText('museo.example/sala-sala-')
      await expect(cardOf(safo, 'El conejo, en grande (Short)')).toContainText('youtube.com/shorts/dQw4w9WgXcQ')
      // one that has no title is shown as before
      const untitled = cardOf(safo, 'https://sin-titulo.example/mapas')
      await expect(untitled.getByText('sin-titulo.example', { exact: true })).toBeVisible()
      expect(await overflowOf(safo)).toBeLessThanOrEqual(0)
      await card.getByRole('button', { name: 'Eliminar' }).click()
      await expect(safo.getByRole('alertdialog')).toContainText(deletionQuestion(faro))
    }
  })

  test('gets its title while the page is open', async ({ server, openAs }) => {
    const address = 'https://faro.example/'
    const titles = new Map<string, string>()
    const zenon = await server.person('Zenón')
    await zenon.addLink(address)
    const safo = await openAs('Safo', '/files', { before: giveTitles(titles) })
    await expect(cardOf(safo, address)).toBeVisible()
    titles.set(address, 'El faro de la isla')
    // the server announces a title as it announces another file
    await expect(async () => {
      await zenon.addLink('https://otro.example/')
      await expect(cardOf(safo, 'El faro de la isla')).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(cardOf(safo, 'El faro de la isla').getByText('faro.example', { exact: true })).toBeVisible()
    await expect(cardOf(safo, 'https://otro.example/')).toHaveCount(0)
  })
})

test('A link in a post shows its title instead of its address; a text of the author stays', async ({
  server,
  openAs,
}) => {
  const address = 'https://faro.example/historia'
  const { id } = await server.hipatia.addLink(address)
  const post = await server.hipatia.createPost({ content: `{{file:${id}|${address}}} y {{file:${id}|aquel faro}}` })
  const safo = await openAs('Safo', `/blog/${post.id}`, { before: giveTitles(new Map([[address, 'El faro']])) })
  const text = safo.getByRole('main').getByRole('article').first()
  for (const name of ['El faro', 'aquel faro']) {
    await expect(text.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    await expect(text.getByRole('link', { name, exact: true })).toHaveAttribute('title', address)
  }
})

test('The picker of files shows titles with addresses, and still inserts the address', async ({ server, openAs }) => {
  const address = 'https://faro.example/historia'
  const { id } = await server.hipatia.addLink(address)
  const safo = await openAs('Safo', '/blog/create', { before: giveTitles(new Map([[address, 'El faro']])) })
  await safo.getByRole('button', { name: 'Link File' }).click()
  const option = safo.getByRole('option', { name: /El faro/ })
  await expect(option.getByText('faro.example/historia', { exact: true })).toBeVisible()
  await option.click()
  await expect(safo.getByRole('textbox', { name: /Contenido/ })).toHaveValue(`{{file:${id}|${address}}}`)
})
