// The posts that use a file: on its card, in the viewers, and before it is deleted.
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  cardOf,
  deletionQuestion,
  fileNames,
  textFile,
  waitForImageVersions,
} from '../../support/browser/pages/archive.ts'
import { confirmation } from '../../support/browser/pages/confirmation.ts'
import { tokenTo } from '../../support/browser/pages/posts.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { answer, expect, type Locator, overflowOf, type Page, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

const usedIn = /\/used-in$/

const uses = (scope: Page | Locator) => scope.getByRole('list', { name: 'Posts que usan este archivo' })

test.afterEach(({ server }) => waitForImageVersions(server))

test.describe('A file that posts link to', () => {
  test('shows their number on its card, and their titles when that is opened', async ({ server, openAs }) => {
    const [zenon, safo] = [await server.person('Zenón'), await server.person('Safo')]
    const file = await zenon.uploadFile(textFile('plano.txt'))
    await zenon.uploadFile(textFile('suelto.txt'))
    const one = await zenon.createPost({ title: 'El faro', content: tokenTo('file', file) })
    await zenon.createPost({ title: 'El puerto', content: tokenTo('file', file) })
    await safo.createDraft({ title: 'La isla', content: tokenTo('file', file) })
    for (const [who, titles] of [
      ['Zenón', ['El puerto', 'El faro']],
      ['Safo', ['La isla', 'El puerto', 'El faro']],
    ] as const) {
      const page = await openAs(who, '/files')
      await expect(cardOf(page, 'suelto.txt')).toBeVisible()
      await expect(cardOf(page, 'suelto.txt').getByRole('button', { name: /^En \d/ })).toHaveCount(0)
      const card = cardOf(page, 'plano.txt')
      const asked = page.waitForRequest(usedIn)
      await card.getByRole('button', { name: 'En 2 posts', exact: true }).click()
      await asked
      await expect(uses(card).getByRole('link'), who).toHaveText([...titles])
      await expect(uses(card).getByText('BORRADOR', { exact: true })).toHaveCount(titles.length - 2)
      // Completely visible, above the cards below.
      for (const link of await uses(card).getByRole('link').all()) {
        await expect(link).toBeInViewport({ ratio: 1 })
        await link.click({ trial: true })
      }
      await uses(card).getByRole('link', { name: 'El faro' }).click()
      await expect(page).toHaveURL(`/blog/${one.id}`)
    }
  })

  test('shows their titles by keyboard too, accessibly, on a desktop and on a phone', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    for (const name of ['uno.txt', 'dos.txt', 'tres.txt']) {
      const file = await zenon.uploadFile(textFile(name))
      await zenon.createPost({ title: `El post que habla de ${name} largo y tendido`, content: tokenTo('file', file) })
    }
    for (const screen of ['narrow', 'desktop'] as const) {
      const page = await openAs('Zenón', '/files', { screen })
      const card = cardOf(page, 'tres.txt')
      const button = card.getByRole('button', { name: 'En 1 post', exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      const link = uses(card).getByRole('link')
      await expect(link).toBeInViewport({ ratio: 1 })
      await link.click({ trial: true })
      await expectAccessible(page, `uses of a file, ${screen}`)
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(uses(card)).toHaveCount(0)
      await expect(button).toBeFocused()
    }
  })

  test('shows their titles above the bottom bar of a phone, wherever the card is', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    for (const name of ['x.txt', 'y.txt', 'z.txt']) await zenon.uploadFile(textFile(name))
    const file = await zenon.uploadFile(textFile('plano.txt'))
    for (const title of ['El faro', 'El puerto', 'La isla'])
      await zenon.createPost({ title, content: tokenTo('file', file) })
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await zenon.uploadFile(textFile(name))
    const page = await openAs('Zenón', '/files', { screen: 'phone' })
    const card = cardOf(page, 'plano.txt')
    const button = card.getByRole('button', { name: 'En 3 posts' })
    // Scrolled to just above the bar.
    await button.evaluate((place) => place.scrollIntoView({ block: 'end' }))
    await page.mouse.wheel(0, 80)
    await button.click()
    const last = uses(card).getByRole('link').last()
    await expect(last).toHaveText('El faro')
    const bar = await page.getByRole('navigation').last().boundingBox()
    await expect
      .poll(async () => {
        const box = await last.boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      })
      .toBeLessThanOrEqual(bar?.y ?? 0)
  })

  test('says that their titles are loading or failed to load, and loads them again', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 GET /api/files/{id}/used-in')
    const zenon = await server.person('Zenón')
    await zenon.createPost({
      title: 'El faro',
      content: tokenTo('file', await zenon.uploadFile(textFile('plano.txt'))),
    })
    const page = await openAs('Zenón', '/files')
    await refuse(page, usedIn, 500)
    const delayed = await delayResponse(page, usedIn)
    const card = cardOf(page, 'plano.txt')
    await card.getByRole('button', { name: 'En 1 post' }).click()
    await expect(card.getByRole('status')).toHaveText('Cargando posts...')
    delayed.release()
    await expect(card.getByRole('alert')).toContainText('No se pudo ver en qué posts está.')
    await page.unrouteAll()
    await card.getByRole('button', { name: 'Reintentar' }).click()
    await expect(uses(card).getByRole('link')).toHaveText(['El faro'])
  })

  test('shows them in the image viewer, where the next image shows its own', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const [first, second] = [await zenon.uploadFile(fixture('foto.jpg')), await zenon.uploadFile(fixture('dibujo.png'))]
    await zenon.uploadFile(fixture('foto.webp'))
    await waitForImageVersions(server)
    const one = await zenon.createPost({ title: 'El faro', content: tokenTo('file', first) })
    await zenon.createPost({ title: 'El puerto', content: tokenTo('file', second) })
    for (const screen of ['desktop', 'narrow'] as const) {
      const page = await openAs('Zenón', '/files', { screen })
      await cardOf(page, 'foto.webp').getByRole('button', { name: 'Ver', exact: true }).click()
      const viewer = page.getByRole('dialog')
      await expect(viewer).toHaveAccessibleName(/foto\.webp/)
      await expect(viewer.getByRole('button', { name: /^En \d/ })).toHaveCount(0)
      await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
      await expect(viewer).toBeFocused()
      await page.keyboard.press('ArrowRight')
      const button = viewer.getByRole('button', { name: 'En 1 post', exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(uses(viewer).getByRole('link')).toHaveText(['El puerto'])
      await expectAccessible(page, `uses of a picture, ${screen}`)
      await page.keyboard.press('ArrowRight')
      await expect(viewer).toHaveAccessibleName(/foto\.jpg/)
      await expect(uses(viewer)).toHaveCount(0)
      // The arrow keys still change the image.
      await page.keyboard.press('ArrowLeft')
      await expect(viewer).toHaveAccessibleName(/dibujo\.png/)
      await page.keyboard.press('ArrowRight')
      await button.click()
      await uses(viewer).getByRole('link', { name: 'El faro' }).click()
      await expect(page).toHaveURL(`/blog/${one.id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('El faro')
      await expect(viewer).toHaveCount(0)
    }
  })

  test('shows them above a PDF', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const file = await zenon.uploadFile(fixture('acta.pdf'))
    const post = await zenon.createPost({ title: 'Lo que se dijo', content: tokenTo('file', file) })
    for (const screen of ['desktop', 'narrow'] as const) {
      const page = await openAs('Zenón', `/files/${file.id}/view`, { screen })
      // The document takes the focus once it is loaded.
      await expect(page.getByRole('group', { name: 'Página 1' })).toBeVisible()
      await page.getByRole('button', { name: 'En 1 post', exact: true }).click()
      const link = uses(page).getByRole('link', { name: 'Lo que se dijo' })
      await expect(link).toBeInViewport({ ratio: 1 })
      await expectAccessible(page, `uses of a PDF, ${screen}`)
      await link.click()
      await expect(page).toHaveURL(`/blog/${post.id}`)
    }
  })
})

test.describe('Deleting a file', () => {
  test('lists the posts that link to it in the confirmation, and leaves broken links in them', async ({
    server,
    openAs,
  }) => {
    const zenon = await server.person('Zenón')
    const file = await zenon.uploadFile(textFile('plano.txt'))
    const posts = []
    for (let index = 1; index <= 6; index++)
      posts.push(await zenon.createPost({ title: `Capítulo ${index}`, content: tokenTo('file', file) }))
    await zenon.createDraft({ title: 'Capítulo 7', content: tokenTo('file', file) })
    const page = await openAs('Zenón', '/files')
    const button = cardOf(page, 'plano.txt').getByRole('button', { name: 'Eliminar' })
    await button.click()
    await expect(confirmation(page).getByText('Se usa en 7 posts:', { exact: true })).toBeVisible()
    const lines = confirmation(page).getByRole('listitem')
    await expect(lines).toHaveText([/^BORRADOR Capítulo 7$/, /6$/, /5$/, /4$/, /3$/, 'y 2 más'])
    await expect(confirmation(page)).toContainText('dirá «(file not found)».')
    await expect(confirmation(page)).toHaveAccessibleDescription(/cannot be undone.*Se usa en 7 posts/)
    await expectAccessible(page, 'deleting a file that is used')
    await answer(page, deletionQuestion('plano.txt'), 'Cancelar')
    await expect(button).toBeFocused()
    await button.click()
    await answer(page, deletionQuestion('plano.txt'), 'Eliminar')
    await expect(toast(page, '«plano.txt» se ha eliminado.')).toBeVisible()
    await expect(fileNames(page)).toHaveCount(0)
    await page.goto(`/blog/${posts[0]?.id}`)
    await expect(page.getByText('esto (file not found)')).toBeVisible()
  })

  test('shows the usual confirmation if no post links to it', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    await zenon.uploadFile(textFile('plano.txt'))
    const page = await openAs('Zenón', '/files')
    await cardOf(page, 'plano.txt').getByRole('button', { name: 'Eliminar' }).click()
    await expect(confirmation(page).getByText(deletionQuestion('plano.txt'), { exact: true })).toBeVisible()
    await expect(confirmation(page)).toHaveAccessibleDescription(deletionQuestion('plano.txt'))
    await expect(confirmation(page)).not.toContainText(/Se usa|not found/)
    await answer(page, deletionQuestion('plano.txt'), 'Eliminar')
    await expect(fileNames(page)).toHaveCount(0)
  })

  test('shows the usual confirmation if the backlinks do not come', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 GET /api/files/{id}/used-in')
    const zenon = await server.person('Zenón')
    for (const name of ['plano.txt', 'mapa.txt'])
      await zenon.createPost({ content: tokenTo('file', await zenon.uploadFile(textFile(name))) })
    const page = await openAs('Zenón', '/files')
    for (const [what, spoil, name, left] of [
      ['refused', () => refuse(page, usedIn, 500), 'plano.txt', ['mapa.txt']],
      ['without a response', () => delayResponse(page, usedIn), 'mapa.txt', []],
    ] as const)
      await test.step(what, async () => {
        await spoil()
        const asked = page.waitForRequest(usedIn)
        await cardOf(page, name).getByRole('button', { name: 'Eliminar' }).click()
        await asked
        await expect(confirmation(page)).not.toContainText('Se usa')
        await answer(page, deletionQuestion(name), 'Eliminar')
        await expect(fileNames(page)).toHaveText([...left])
        await page.unroute(usedIn)
      })
  })

  test('keeps the buttons visible on a small phone, with titles of any length', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const name = `${'Nabucodonosor '.repeat(14)}.txt`
    const file = await zenon.uploadFile(textFile(name))
    for (let index = 1; index <= 6; index++)
      await zenon.createPost({
        title: `${index} ${'Un título que no acaba '.repeat(8)}`,
        content: tokenTo('file', file),
      })
    const page = await openAs('Zenón', '/files', { screen: 'narrow' })
    await page.getByRole('article').getByRole('button', { name: 'Eliminar' }).click()
    await expect(confirmation(page).getByText('Se usa en 6 posts:')).toBeVisible()
    for (const button of ['Cancelar', 'Eliminar'])
      await expect(confirmation(page).getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await expectAccessible(page, 'deleting, with long titles')
  })
})
