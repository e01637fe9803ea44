import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { expectDate } from './support/dates.ts'
import { cardOf, downloadOf } from './support/files.ts'
import { holdBack } from './support/gate.ts'
import type { Person } from './support/house.ts'
import { smallPng } from './support/media.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

const screenOfPicture = /\/content\/screen\./
const original = /\/content\/original\./

/** Opens the viewer from the button of a card. */
async function look(page: Page, name: string) {
  await cardOf(page, name).getByRole('button', { name: 'Ver', exact: true }).click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toBeVisible()
  return viewer
}
const picture = (viewer: Locator) => viewer.getByRole('img')
const previous = (viewer: Locator) => viewer.getByRole('button', { name: 'Imagen anterior' })
const next = (viewer: Locator) => viewer.getByRole('button', { name: 'Imagen siguiente' })
const thumbs = (viewer: Locator) => viewer.getByRole('list', { name: 'Imágenes' }).getByRole('button')

/** That a picture is there and has been painted, not only asked for. */
const expectShown = (viewer: Locator, name: string) =>
  expect
    .poll(() =>
      picture(viewer).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0 && image.alt),
    )
    .toBe(name)

/** Three pictures; the archive shows the newest first: uno, dos, tres. */
async function three(person: Person) {
  await person.uploads(smallPng('tres.png', 200))
  await person.uploads(smallPng('dos.png', 100))
  await person.uploads(smallPng('uno.png', 0))
}

test.describe('The viewer of pictures', () => {
  test('shows a picture with who brought it, when, how large it is and what was said of it', async ({
    house,
    openAs,
  }) => {
    const zenon = await house.person('Zenón')
    const photo = await zenon.uploads(fixture('foto.jpg'), { description: 'El faro,\nvisto desde el mar' })
    const safo = await openAs('Safo', '/files')
    const viewer = await look(safo, 'foto.jpg')
    await expect(safo.getByRole('dialog', { name: 'foto.jpg (Esc para cerrar)', exact: true })).toBeVisible()
    await expect(viewer.getByRole('heading')).toHaveText('foto.jpg (Esc para cerrar)')
    await expect(viewer.getByText('1 of 1', { exact: true })).toBeVisible()
    await expectShown(viewer, 'foto.jpg')
    await expect(viewer.getByText('El faro, visto desde el mar')).toBeVisible()
    await expect(viewer.getByText('Subido por Zenón')).toBeVisible()
    await expectDate(viewer.locator('time'), photo.uploaded_at)
    expect(photo.file_size).toBe(16_886)
    await expect(viewer.getByText('16.5 KB', { exact: true })).toBeVisible()
    // turned as it was taken, and kept as high as it is wide
    const [width, height] = await picture(viewer).evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
    ])
    expect([width, height]).toEqual([900, 1200])
    const box = await picture(viewer).boundingBox()
    expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(4 / 3, 1)
  })

  test('has no way to others when there is one picture only', async ({ house, openAs }) => {
    await (await house.person('Safo')).uploads(fixture('foto.jpg'))
    const safo = await openAs('Safo', '/files')
    const viewer = await look(safo, 'foto.jpg')
    await expectShown(viewer, 'foto.jpg')
    await expect(previous(viewer)).toHaveCount(0)
    await expect(next(viewer)).toHaveCount(0)
    await expect(viewer.getByRole('list', { name: 'Imágenes' })).toHaveCount(0)
    await safo.keyboard.press('ArrowRight')
    await expect(viewer.getByText('1 of 1', { exact: true })).toBeVisible()
  })

  test('goes through the pictures of the section, and only of that, as far as its ends', async ({ house, openAs }) => {
    const person = await house.person('Safo')
    const historia = await house.hipatia.opens('Historia')
    await person.uploads(smallPng('ajena.png'), { category_id: historia.id })
    await three(person)
    await person.uploads(fixture('notas.txt'))
    const safo = await openAs('Safo', '/files')
    const viewer = await look(safo, 'uno.png')
    await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
    await expect(previous(viewer)).toBeDisabled()
    await expect(next(viewer)).toBeEnabled()
    await next(viewer).click()
    await expect(viewer.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect(safo.getByRole('dialog', { name: 'dos.png (Esc para cerrar)' })).toBeVisible()
    await expectShown(viewer, 'dos.png')
    await expect(previous(viewer)).toBeEnabled()
    await next(viewer).click()
    await expect(viewer.getByText('3 of 3', { exact: true })).toBeVisible()
    await expect(next(viewer)).toBeDisabled()
    await expectShown(viewer, 'tres.png')
    await previous(viewer).click()
    await expectShown(viewer, 'dos.png')
  })

  test('obeys Left and Right, also after a button at the end was disabled, and no further than the ends', async ({
    house,
    openAs,
  }) => {
    await three(await house.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const viewer = await look(safo, 'dos.png')
    const shows = (text: string) => expect(viewer.getByText(text, { exact: true })).toBeVisible()
    await shows('2 of 3')
    await safo.keyboard.press('ArrowLeft')
    await shows('1 of 3')
    await safo.keyboard.press('ArrowLeft')
    await shows('1 of 3')
    await safo.keyboard.press('ArrowRight')
    await safo.keyboard.press('ArrowRight')
    await shows('3 of 3')
    await safo.keyboard.press('ArrowRight')
    await shows('3 of 3')
    await previous(viewer).click()
    await next(viewer).click()
    await expect(next(viewer)).toBeDisabled()
    await safo.keyboard.press('ArrowLeft')
    await shows('2 of 3')
    await safo.keyboard.press('Alt+Shift+ArrowLeft') // not ours
    await shows('2 of 3')
  })

  test('has small pictures to choose from, of which one is the current one', async ({ house, openAs }) => {
    await three(await house.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const viewer = await look(safo, 'uno.png')
    await expect(thumbs(viewer)).toHaveCount(3)
    const current = viewer.getByRole('list', { name: 'Imágenes' }).locator('[aria-current=true]')
    await expect(current).toHaveAccessibleName('uno.png')
    await thumbs(viewer).nth(2).click()
    await expect(viewer.getByText('3 of 3', { exact: true })).toBeVisible()
    await expectShown(viewer, 'tres.png')
    await expect(current).toHaveCount(1)
    await expect(current).toHaveAccessibleName('tres.png')
  })

  test('is swept through by a finger; up and down is no sweep', async ({ house, openAs }) => {
    await three(await house.person('Safo'))
    const safo = await openAs('Safo', '/files', { screen: 'phone' })
    const viewer = await look(safo, 'uno.png')
    await expectShown(viewer, 'uno.png')
    const finger = await safo.context().newCDPSession(safo)
    async function sweep(from: [number, number], to: [number, number]) {
      const at = ([x, y]: [number, number]) => ({ touchPoints: [{ x, y }] })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(to) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const shows = (text: string) => expect(viewer.getByText(text, { exact: true })).toBeVisible()
    await sweep([300, 400], [100, 410])
    await shows('2 of 3')
    await sweep([200, 300], [210, 500])
    await shows('2 of 3')
    await sweep([200, 400], [180, 400]) // a finger that trembles
    await shows('2 of 3')
    await sweep([100, 400], [300, 390])
    await shows('1 of 3')
    await sweep([100, 400], [300, 400]) // nothing before the first
    await shows('1 of 3')
  })

  test('is left by Escape, by its button and by a click beside the picture, and gives the focus back', async ({
    house,
    openAs,
  }) => {
    await three(await house.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const button = cardOf(safo, 'dos.png').getByRole('button', { name: 'Ver', exact: true })
    const dialogs = safo.getByRole('dialog')

    await button.focus()
    await safo.keyboard.press('Enter')
    await expect(dialogs).toBeVisible()
    await safo.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0)
    await expect(button).toBeFocused()

    const viewer = await look(safo, 'dos.png')
    await viewer.getByRole('button', { name: 'Cerrar (Esc)' }).click()
    await expect(dialogs).toHaveCount(0)
    await expect(button).toBeFocused()

    await look(safo, 'dos.png')
    await expectShown(viewer, 'dos.png')
    await picture(viewer).click()
    await expect(viewer).toBeVisible()
    const box = await picture(viewer).boundingBox()
    await safo.mouse.click((box?.x ?? 0) - 60, (box?.y ?? 0) + 10)
    await expect(dialogs).toHaveCount(0)
    await expect(button).toBeFocused()

    // and what was left begins anew
    await look(safo, 'uno.png')
    await expect(viewer.getByText('1 of 3', { exact: true })).toBeVisible()
  })

  test('keeps the focus, forwards and back', async ({ house, openAs }) => {
    await three(await house.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const viewer = await look(safo, 'dos.png')
    await expect(thumbs(viewer)).toHaveCount(3)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 12; presses++) {
        await safo.keyboard.press(key)
        // a guard at the end of the modal hands the focus on in a moment of its own
        await expect
          .poll(() =>
            safo.evaluate(() => {
              const { activeElement } = document
              return (
                activeElement?.closest('[role=dialog]') !== null ||
                activeElement.hasAttribute('data-base-ui-focus-guard')
              )
            }),
          )
          .toBe(true)
      }
  })

  test('says that a picture is coming as long as it does', async ({ house, openAs }) => {
    await (await house.person('Safo')).uploads(fixture('foto.jpg'))
    const safo = await openAs('Safo', '/files')
    const gate = await holdBack(safo, screenOfPicture)
    const viewer = await look(safo, 'foto.jpg')
    await expect(viewer.getByRole('status').filter({ hasText: 'Cargando imagen...' })).toBeVisible()
    gate.open()
    await expectShown(viewer, 'foto.jpg')
    await expect(viewer.getByText('Cargando imagen...')).toHaveCount(0)
  })

  test('says when a picture does not come, and fetches it again, with the keys at hand afterwards', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect(/^failed GET \/api\/files\/\{id\}\/content\/screen\./)
    await three(await house.person('Safo'))
    const safo = await openAs('Safo', '/files')
    await safo.route(screenOfPicture, (route) => route.abort('connectionreset'))
    const viewer = await look(safo, 'uno.png')
    const alert = viewer.getByRole('alert')
    await expect(alert).toContainText('Failed to load image')
    await expect(picture(viewer)).toHaveCount(0)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toContainText('Failed to load image')
    // the others can be reached all the same
    await safo.keyboard.press('ArrowRight')
    await expect(viewer.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect(alert).toContainText('Failed to load image')
    await safo.unroute(screenOfPicture)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expectShown(viewer, 'dos.png')
    await expect(alert).toHaveCount(0)
    await safo.keyboard.press('ArrowRight')
    await expectShown(viewer, 'tres.png')
  })

  test('asks for a new address when the one it had has expired', async ({ house, openAs, trouble }) => {
    trouble.expect(/^403 GET \/api\/files\/\{id\}\/content\/screen\./, '500 GET /api/files/{id}')
    const photo = await (await house.person('Safo')).uploads(fixture('foto.jpg'))
    const safo = await openAs('Safo', '/files')
    // only the address that a new record brings leads to the picture
    await safo.route(screenOfPicture, (route) =>
      route.request().url().endsWith('?fresca') ? route.continue() : route.fulfill({ status: 403, body: '' }),
    )
    await safo.route(`**/api/files/${photo.id}`, (route) => route.fulfill({ status: 500, body: '' }))
    const viewer = await look(safo, 'foto.jpg')
    await viewer.getByRole('button', { name: 'Retry' }).click()
    // the record can't be had: no more than before
    await expect(viewer.getByRole('button', { name: 'Retry' })).toBeEnabled()
    await expect(viewer.getByRole('alert')).toContainText('Failed to load image')

    await safo.unroute(`**/api/files/${photo.id}`)
    await safo.route(`**/api/files/${photo.id}`, async (route) => {
      const response = await route.fetch()
      const record = await response.json()
      await route.fulfill({ response, json: { ...record, screen_url: `${record.screen_url}?fresca` } })
    })
    await viewer.getByRole('button', { name: 'Retry' }).click()
    await expectShown(viewer, 'foto.jpg')
    expect(await picture(viewer).getAttribute('src')).toMatch(/\?fresca$/)
  })

  test('asks for the smaller version, and for the original only in a tab of its own or as a download', async ({
    house,
    openAs,
    trouble,
  }) => {
    // the browser's own page around a picture, of which a sandbox lets no script run
    trouble.tolerate(/^console error: Blocked script execution in /)
    await (await house.person('Safo')).uploads(fixture('foto.jpg'))
    const safo = await openAs('Safo', '/home')
    const asked: string[] = []
    safo.on('request', (request) => asked.push(request.url()))
    await safo.goto('/files')
    const viewer = await look(safo, 'foto.jpg')
    await expectShown(viewer, 'foto.jpg')
    expect(await picture(viewer).getAttribute('src')).toMatch(screenOfPicture)
    expect(asked.filter((url) => screenOfPicture.test(url))).toHaveLength(1)
    expect(asked.filter((url) => original.test(url))).toEqual([])

    const opening = safo.context().waitForEvent('page')
    await viewer.getByRole('link', { name: 'Ver original' }).click()
    const tab = await opening
    await expect(tab).toHaveURL(original)
    await expect(tab.locator('img')).toBeVisible()
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    const { width } = await tab.locator('img').evaluate((image: HTMLImageElement) => ({ width: image.naturalWidth }))
    expect([900, 1200]).toContain(width)
    await tab.close()

    const { name, bytes } = await downloadOf(safo, viewer.getByRole('link', { name: 'Descargar' }))
    expect(name).toBe('foto.jpg')
    expect(bytes).toEqual(fixture('foto.jpg').bytes)
    await expect(viewer).toBeVisible()
  })

  test('fetches what is next to the picture ahead, and nothing further away', async ({ house, openAs }) => {
    const person = await house.person('Safo')
    const [tres, dos, uno] = [
      await person.uploads(smallPng('tres.png', 200)),
      await person.uploads(smallPng('dos.png', 100)),
      await person.uploads(smallPng('uno.png', 0)),
    ]
    const safo = await openAs('Safo', '/files')
    const asked = new Set<string>()
    safo.on('request', (request) => {
      const url = new URL(request.url())
      if (screenOfPicture.test(url.pathname)) asked.add(url.pathname)
    })
    const viewer = await look(safo, 'uno.png')
    await expectShown(viewer, 'uno.png')
    await expect.poll(() => [...asked]).toEqual([uno.screen_url, dos.screen_url])
    await next(viewer).click()
    await expectShown(viewer, 'dos.png')
    await expect.poll(() => [...asked]).toEqual([uno.screen_url, dos.screen_url, tres.screen_url])
  })

  test('is not offered for what cannot be decoded, which is not counted either', async ({ house, openAs }) => {
    const person = await house.person('Safo')
    await person.uploads(fixture('foto.jpg'))
    for (const name of ['html-como.png', 'vector.svg', 'bomba.png']) await person.uploads(fixture(name))
    await person.uploads(fixture('dibujo.png'))
    // that a picture can't be read is known a moment after it was stored
    await expect
      .poll(async () => {
        const files = await person.call<{ original_name: string; thumb_url: string | null }[]>('GET', '/files')
        return files.filter(({ thumb_url }) => thumb_url !== null).map(({ original_name }) => original_name)
      })
      .toEqual(['dibujo.png', 'foto.jpg'])
    const safo = await openAs('Safo', '/files')
    await expect(safo.getByRole('article')).toHaveCount(5)
    for (const name of ['html-como.png', 'vector.svg', 'bomba.png']) {
      await expect(cardOf(safo, name).getByRole('link', { name: 'Descargar' })).toBeVisible()
      await expect(cardOf(safo, name).getByRole('button', { name: 'Ver', exact: true })).toHaveCount(0)
    }
    const viewer = await look(safo, 'dibujo.png')
    await expect(viewer.getByText('1 of 2', { exact: true })).toBeVisible()
    await next(viewer).click()
    await expectShown(viewer, 'foto.jpg')
  })

  test('knows how many there are beyond the first hundred, and goes on to them', async ({ house, openAs }) => {
    test.setTimeout(120_000)
    const person = await house.person('Safo')
    const count = 104
    for (let number = count; number >= 1; number--) await person.uploads(smallPng(`n${number}.png`, number))
    const safo = await openAs('Safo', '/files')
    const shows = (text: string) => expect(viewer.getByText(text, { exact: true })).toBeVisible()
    const viewer = await look(safo, 'n2.png')
    await shows('2 of 104')
    // of a hundred small ones only those in sight are drawn
    const drawn = await thumbs(viewer).count()
    expect(drawn).toBeGreaterThan(5)
    expect(drawn).toBeLessThan(50)
    const strip = viewer.getByRole('list', { name: 'Imágenes' }).locator('..')
    await strip.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await viewer.getByRole('button', { name: 'n100.png' }).click()
    await shows('100 of 104')
    await expectShown(viewer, 'n100.png')
    for (let number = 101; number <= count; number++) {
      await next(viewer).click()
      await shows(`${number} of 104`)
      await expectShown(viewer, `n${number}.png`)
    }
    await expect(next(viewer)).toBeDisabled()
    await expect(viewer.locator('[aria-current=true]')).toHaveAccessibleName('n104.png')
    await expect(viewer.locator('[aria-current=true]')).toBeInViewport()
    await previous(viewer).click()
    await shows('103 of 104')
  })

  for (const screen of ['desktop', 'narrow'] as const)
    test(`is for everybody on a ${screen} screen, also while it fails`, async ({ house, openAs, trouble }) => {
      trouble.expect(/^403 GET \/api\/files\/\{id\}\/content\/screen\./)
      const person = await house.person('Safo')
      await three(person)
      await person.uploads(fixture('foto.jpg'), { description: 'El faro' })
      const safo = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      const viewer = await look(safo, 'foto.jpg')
      await expectShown(viewer, 'foto.jpg')
      await expectAccessible(safo, 'viewer')
      await safo.route(screenOfPicture, (route) => route.fulfill({ status: 403, body: '' }))
      await safo.keyboard.press('Escape')
      await expect(viewer).toBeHidden()
      await look(safo, 'tres.png')
      await expect(viewer.getByRole('alert')).toBeVisible()
      await expectAccessible(safo, 'viewer that failed')
    })
})
