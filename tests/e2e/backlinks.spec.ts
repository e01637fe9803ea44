// Where something is linked from: under a post, on a file, and before a file is deleted.
import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { cardOf, names, note, picturesAreMade, toast } from './support/files.ts'
import { holdBack, refuse } from './support/gate.ts'
import { answer, expect, type Locator, overflowOf, type Page, test } from './support/test.ts'

const linkedFrom = /\/linked-from$/
const usedIn = /\/used-in$/

const sure = (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`
const tokenTo = (kind: 'file' | 'post', { id }: { id: string }) => `Véase {{${kind}:${id}|esto}}.`

const backlinks = (page: Page) => page.getByRole('region', { name: 'Enlazado desde…' })
const uses = (scope: Page | Locator) => scope.getByRole('list', { name: 'Posts que usan este archivo' })
const question = (page: Page) =>
  page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancelar' }) })

test.afterEach(({ house }) => picturesAreMade(house))

test.describe('Under a post', () => {
  test('stand the posts that link to it, drafts marked and for those only who see them', async ({ house, openAs }) => {
    const [zenon, safo] = [await house.person('Zenón'), await house.person('Safo')]
    const target = await zenon.writes({ title: 'El faro', content: 'Alto.' })
    await zenon.writes({ title: 'El <b>puerto</b>', content: tokenTo('post', target) })
    const draft = await safo.drafts({ title: 'La isla', content: tokenTo('post', target) })
    await safo.writes({ title: 'Otra cosa', content: 'El faro.' })
    for (const [who, titles] of [
      ['Zenón', ['El <b>puerto</b>']],
      ['Safo', ['La isla', 'El <b>puerto</b>']],
      ['Hipatia', ['La isla', 'El <b>puerto</b>']],
    ] as const) {
      const page = await openAs(who, `/blog/${target.id}`)
      await expect(backlinks(page).getByRole('link'), who).toHaveText([...titles])
      await expect(backlinks(page).getByText('BORRADOR', { exact: true })).toHaveCount(titles.length - 1)
    }
    const page = await openAs('Safo', `/blog/${target.id}`)
    await expect(backlinks(page).getByRole('listitem').filter({ hasText: 'La isla' })).toContainText('BORRADOR')
    await backlinks(page).getByRole('link', { name: 'La isla' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/blog/${draft.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La isla')
    await expect(backlinks(page)).toHaveCount(0)
  })

  test('come and go as posts are saved, published and taken back', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const target = await zenon.writes({ title: 'El faro' })
    const draft = await zenon.drafts({ title: 'La isla', content: tokenTo('post', target) })
    const page = await openAs('Zenón', `/blog/${target.id}`)
    await expect(backlinks(page).getByText('BORRADOR', { exact: true })).toBeVisible()
    await backlinks(page).getByRole('link').click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await question(page).getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('BORRADOR', { exact: true })).toHaveCount(0)
    await page.goBack()
    await expect(backlinks(page).getByRole('link')).toHaveText(['La isla'])
    await expect(backlinks(page).getByText('BORRADOR', { exact: true })).toHaveCount(0)
    await zenon.call('DELETE', `/posts/${draft.id}`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('El faro')
    await expect(backlinks(page)).toHaveCount(0)
  })

  test('is nothing while they are asked for, nor when that fails', async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/posts/{id}/linked-from')
    const zenon = await house.person('Zenón')
    const target = await zenon.writes({ title: 'El faro', content: 'Alto y claro.' })
    await zenon.writes({ title: 'El puerto', content: tokenTo('post', target) })
    let gate = { open: () => {} }
    const before = async (page: Page) => {
      await refuse(page, linkedFrom, 500)
      gate = await holdBack(page, linkedFrom)
    }
    const page = await openAs('Zenón', `/blog/${target.id}`, { before })
    await expect(page.getByText('Alto y claro.')).toBeVisible()
    await expect(backlinks(page)).toHaveCount(0)
    const answered = page.waitForResponse(linkedFrom)
    gate.open()
    await answered
    await expect(page.getByText('Alto y claro.')).toBeVisible()
    await expect(backlinks(page)).toHaveCount(0)
  })

  test('more than eight are folded, whatever their titles are', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const target = await zenon.writes({ title: 'El faro' })
    for (let index = 1; index <= 10; index++)
      await zenon.writes({ title: `${index} ${'Nabucodonosor'.repeat(10)}`, content: tokenTo('post', target) })
    const page = await openAs('Zenón', `/blog/${target.id}`, { screen: 'narrow' })
    await expect(backlinks(page).getByRole('link')).toHaveCount(8)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await backlinks(page).getByText('y 2 más', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(backlinks(page).getByRole('link')).toHaveCount(10)
    await expectAccessible(page, 'a post that ten others link to')
  })
})

test.describe('A file that is used', () => {
  test('says so on its card, and by whom when that is opened', async ({ house, openAs }) => {
    const [zenon, safo] = [await house.person('Zenón'), await house.person('Safo')]
    const file = await zenon.uploads(note('plano.txt'))
    await zenon.uploads(note('suelto.txt'))
    const one = await zenon.writes({ title: 'El faro', content: tokenTo('file', file) })
    await zenon.writes({ title: 'El puerto', content: tokenTo('file', file) })
    await safo.drafts({ title: 'La isla', content: tokenTo('file', file) })
    for (const [who, titles] of [
      ['Zenón', ['El puerto', 'El faro']],
      ['Safo', ['La isla', 'El puerto', 'El faro']],
    ] as const) {
      const page = await openAs(who, '/files')
      await expect(cardOf(page, 'suelto.txt').getByRole('button', { name: /^En \d/ })).toHaveCount(0)
      const card = cardOf(page, 'plano.txt')
      const asked = page.waitForRequest(usedIn)
      await card.getByRole('button', { name: 'En 2 posts', exact: true }).click()
      await asked
      await expect(uses(card).getByRole('link'), who).toHaveText([...titles])
      await expect(uses(card).getByText('BORRADOR', { exact: true })).toHaveCount(titles.length - 2)
      // seen whole, over whatever is below
      for (const link of await uses(card).getByRole('link').all()) {
        await expect(link).toBeInViewport({ ratio: 1 })
        await link.click({ trial: true })
      }
      await uses(card).getByRole('link', { name: 'El faro' }).click()
      await expect(page).toHaveURL(`/blog/${one.id}`)
    }
  })

  test('says so by keyboard too, without trouble for axe or a phone', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    for (const name of ['uno.txt', 'dos.txt', 'tres.txt']) {
      const file = await zenon.uploads(note(name))
      await zenon.writes({ title: `El post que habla de ${name} largo y tendido`, content: tokenTo('file', file) })
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

  test('opens them above the bar of a phone, wherever the card is', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    for (const name of ['x.txt', 'y.txt', 'z.txt']) await zenon.uploads(note(name))
    const file = await zenon.uploads(note('plano.txt'))
    for (const title of ['El faro', 'El puerto', 'La isla'])
      await zenon.writes({ title, content: tokenTo('file', file) })
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await zenon.uploads(note(name))
    const page = await openAs('Zenón', '/files', { screen: 'phone' })
    const card = cardOf(page, 'plano.txt')
    const button = card.getByRole('button', { name: 'En 3 posts' })
    // just above the bar
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

  test('says that it is looking, and that it failed, and looks again', async ({ house, openAs, trouble }) => {
    trouble.expect('500 GET /api/files/{id}/used-in')
    const zenon = await house.person('Zenón')
    await zenon.writes({ title: 'El faro', content: tokenTo('file', await zenon.uploads(note('plano.txt'))) })
    const page = await openAs('Zenón', '/files')
    await refuse(page, usedIn, 500)
    const gate = await holdBack(page, usedIn)
    const card = cardOf(page, 'plano.txt')
    await card.getByRole('button', { name: 'En 1 post' }).click()
    await expect(card.getByRole('status')).toHaveText('Cargando posts...')
    gate.open()
    await expect(card.getByRole('alert')).toContainText('No se pudo ver en qué posts está.')
    await page.unrouteAll()
    await card.getByRole('button', { name: 'Reintentar' }).click()
    await expect(uses(card).getByRole('link')).toHaveText(['El faro'])
  })

  test('says so in the viewer, where the next picture says its own', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const [first, second] = [await zenon.uploads(fixture('foto.jpg')), await zenon.uploads(fixture('dibujo.png'))]
    await zenon.uploads(fixture('foto.webp'))
    const one = await zenon.writes({ title: 'El faro', content: tokenTo('file', first) })
    await zenon.writes({ title: 'El puerto', content: tokenTo('file', second) })
    for (const screen of ['desktop', 'narrow'] as const) {
      const page = await openAs('Zenón', '/files', { screen })
      await cardOf(page, 'foto.webp').getByRole('button', { name: 'Ver', exact: true }).click()
      const viewer = page.getByRole('dialog')
      await expect(viewer).toHaveAccessibleName(/foto\.webp/)
      await expect(viewer.getByRole('button', { name: /^En \d/ })).toHaveCount(0)
      await page.keyboard.press('ArrowRight')
      const button = viewer.getByRole('button', { name: 'En 1 post', exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(uses(viewer).getByRole('link')).toHaveText(['El puerto'])
      await expectAccessible(page, `uses of a picture, ${screen}`)
      await page.keyboard.press('ArrowRight')
      await expect(viewer).toHaveAccessibleName(/foto\.jpg/)
      await expect(uses(viewer)).toHaveCount(0)
      // the keys still go through the pictures
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

  test('says so above a PDF', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const file = await zenon.uploads(fixture('acta.pdf'))
    const post = await zenon.writes({ title: 'Lo que se dijo', content: tokenTo('file', file) })
    for (const screen of ['desktop', 'narrow'] as const) {
      const page = await openAs('Zenón', `/files/${file.id}/view`, { screen })
      // the document takes the keys when it comes
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
  test('that is used says first where, and then leaves dead links there', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const file = await zenon.uploads(note('plano.txt'))
    const posts = []
    for (let index = 1; index <= 6; index++)
      posts.push(await zenon.writes({ title: `Capítulo ${index}`, content: tokenTo('file', file) }))
    await zenon.drafts({ title: 'Capítulo 7', content: tokenTo('file', file) })
    const page = await openAs('Zenón', '/files')
    const button = cardOf(page, 'plano.txt').getByRole('button', { name: 'Eliminar' })
    await button.click()
    await expect(question(page).getByText('Se usa en 7 posts:', { exact: true })).toBeVisible()
    const lines = question(page).getByRole('listitem')
    await expect(lines).toHaveText([/^BORRADOR Capítulo 7$/, /6$/, /5$/, /4$/, /3$/, 'y 2 más'])
    await expect(question(page)).toContainText('dirá «(file not found)».')
    await expect(question(page)).toHaveAccessibleDescription(/cannot be undone.*Se usa en 7 posts/)
    await expectAccessible(page, 'deleting a file that is used')
    await answer(page, sure('plano.txt'), 'Cancelar')
    await expect(button).toBeFocused()
    await button.click()
    await answer(page, sure('plano.txt'), 'Eliminar')
    await expect(toast(page, '«plano.txt» se ha eliminado.')).toBeVisible()
    await expect(names(page)).toHaveCount(0)
    await page.goto(`/blog/${posts[0]?.id}`)
    await expect(page.getByText('esto (file not found)')).toBeVisible()
  })

  test('that nothing uses asks as ever', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    await zenon.uploads(note('plano.txt'))
    const page = await openAs('Zenón', '/files')
    await cardOf(page, 'plano.txt').getByRole('button', { name: 'Eliminar' }).click()
    await expect(question(page).getByText(sure('plano.txt'), { exact: true })).toBeVisible()
    await expect(question(page)).toHaveAccessibleDescription(sure('plano.txt'))
    await expect(question(page)).not.toContainText(/Se usa|not found/)
    await answer(page, sure('plano.txt'), 'Eliminar')
    await expect(names(page)).toHaveCount(0)
  })

  for (const [how, stop] of [
    ['is refused', 500],
    ['never comes', undefined],
  ] as const)
    test(`asks as ever when the answer ${how}`, async ({ house, openAs, trouble }) => {
      if (stop) trouble.expect('500 GET /api/files/{id}/used-in')
      const zenon = await house.person('Zenón')
      await zenon.writes({ content: tokenTo('file', await zenon.uploads(note('plano.txt'))) })
      const page = await openAs('Zenón', '/files')
      if (stop) await refuse(page, usedIn, stop)
      else await holdBack(page, usedIn)
      await cardOf(page, 'plano.txt').getByRole('button', { name: 'Eliminar' }).click()
      await expect(question(page)).not.toContainText('Se usa')
      await answer(page, sure('plano.txt'), 'Eliminar')
      await expect(names(page)).toHaveCount(0)
    })

  test('keeps the answers in sight on a small phone, however long the titles', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    const name = `${'Nabucodonosor '.repeat(14)}.txt`
    const file = await zenon.uploads(note(name))
    for (let index = 1; index <= 6; index++)
      await zenon.writes({ title: `${index} ${'Un título que no acaba '.repeat(8)}`, content: tokenTo('file', file) })
    const page = await openAs('Zenón', '/files', { screen: 'narrow' })
    await page.getByRole('article').getByRole('button', { name: 'Eliminar' }).click()
    await expect(question(page).getByText('Se usa en 6 posts:')).toBeVisible()
    for (const button of ['Cancelar', 'Eliminar'])
      await expect(question(page).getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await expectAccessible(page, 'deleting, with long titles')
  })
})
