import { readFileSync } from 'node:fs'
import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { expectDate } from './support/dates.ts'
import { cardOf } from './support/files.ts'
import { holdBack } from './support/gate.ts'
import type { Person } from './support/house.ts'
import { silence, smallPng } from './support/media.ts'
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
/** Opens the player from the button of a card. */
async function listen(page: Page, name: string) {
  await cardOf(page, name).getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('dialog', { name: 'Reproductor de audio' })
  await expect(player).toBeVisible()
  return player
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

/** What is downloaded by a click: its name and its bytes. */
async function downloadOf(page: Page, link: Locator) {
  const coming = page.waitForEvent('download')
  await link.click()
  const download = await coming
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) }
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

const playButton = (player: Locator) => player.getByRole('button', { name: 'Reproducir' })
const pauseButton = (player: Locator) => player.getByRole('button', { name: 'Pausar' })
const progress = (player: Locator) => player.getByRole('slider', { name: 'Progreso' })
const volume = (player: Locator) => player.getByRole('slider', { name: 'Volumen' })
const track = (player: Locator) => player.getByRole('heading', { level: 3 })
const earlier = (player: Locator) => player.getByRole('button', { name: 'Pista anterior' })
const later = (player: Locator) => player.getByRole('button', { name: 'Pista siguiente' })
/** What one would hear. */
const sound = (player: Locator) =>
  player.locator('audio').evaluate(({ paused, currentTime, volume, error }: HTMLAudioElement) => ({
    paused,
    currentTime,
    volume,
    failed: error !== null,
  }))
const expectPlaying = (player: Locator, playing: boolean) =>
  expect.poll(async () => (await sound(player)).paused).toBe(!playing)

/** Two recordings of minutes; the archive shows the newest first: primera (3:07), segunda (1:05). */
async function two(person: Person) {
  await person.uploads(silence('segunda.wav', 65))
  await person.uploads(silence('primera.wav', 187))
}

test.describe('The player of recordings', () => {
  test('plays and pauses by its button and by Space', async ({ house, openAs }) => {
    await (await house.person('Zenón')).uploads(silence('clase.wav', 187))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'clase.wav')
    await expect(track(player)).toHaveText('clase.wav')
    await expect(player.getByText('por Zenón')).toBeVisible()
    await expectPlaying(player, true)
    await expect(pauseButton(player)).toBeFocused()
    await expect.poll(async () => (await sound(player)).currentTime).toBeGreaterThan(0.2)
    await pauseButton(player).click()
    await expectPlaying(player, false)
    await playButton(player).click()
    await expectPlaying(player, true)
    // the button has the focus: one press is one press, not one for it and one for the player
    await safo.keyboard.press('Space')
    await expect(playButton(player)).toBeVisible()
    await expectPlaying(player, false)
    // and from where nothing uses the key
    await track(player).click()
    await safo.keyboard.press('Space')
    await expectPlaying(player, true)
    await expect(pauseButton(player)).toBeVisible()
    await safo.keyboard.press('Space')
    await expectPlaying(player, false)
  })

  test('says the time as m:ss and goes where the slider is put', async ({ house, openAs }) => {
    await (await house.person('Safo')).uploads(silence('clase.wav', 187))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'clase.wav')
    await expect(progress(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 3:07$/)
    await expect(player.getByText('3:07', { exact: true })).toBeVisible()
    await pauseButton(player).click()
    await progress(player).fill('65.5')
    await expect(progress(player)).toHaveAttribute('aria-valuetext', '1:05 de 3:07')
    await expect(player.getByText('1:05', { exact: true })).toBeVisible()
    expect((await sound(player)).currentTime).toBeCloseTo(65.5, 0)
    await playButton(player).click()
    await expect(progress(player)).toHaveAttribute('aria-valuetext', '1:07 de 3:07')
  })

  test('goes from track to track by its buttons and by Left and Right, each from its beginning', async ({
    house,
    openAs,
  }) => {
    await two(await house.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'primera.wav')
    await expect(earlier(player)).toBeDisabled()
    await expectPlaying(player, true)
    await progress(player).fill('120')
    await expect(progress(player)).toHaveAttribute('aria-valuetext', /^2:0\d de 3:07$/)
    await later(player).click()
    await expect(track(player)).toHaveText('segunda.wav')
    await expect(progress(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 1:05$/)
    expect((await sound(player)).currentTime).toBeLessThan(20)
    await expectPlaying(player, true)
    await expect(later(player)).toBeDisabled()
    await safo.keyboard.press('ArrowLeft')
    await expect(track(player)).toHaveText('primera.wav')
    await expect(progress(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 3:07$/)
    await safo.keyboard.press('ArrowLeft')
    await expect(track(player)).toHaveText('primera.wav')
    await safo.keyboard.press('ArrowRight')
    await expect(track(player)).toHaveText('segunda.wav')
    await safo.keyboard.press('ArrowRight')
    await expect(track(player)).toHaveText('segunda.wav')
    await earlier(player).click()
    await expect(track(player)).toHaveText('primera.wav')
  })

  test('says that a track is coming as long as it does, and nothing of the time of the one before', async ({
    house,
    openAs,
  }) => {
    const person = await house.person('Safo')
    const second = await person.uploads(silence('segunda.wav', 65))
    await person.uploads(silence('primera.wav', 187))
    const safo = await openAs('Safo', '/files')
    const gate = await holdBack(safo, `**${second.cloudinary_url?.replace(/[^/]*$/, '*')}`)
    const player = await listen(safo, 'primera.wav')
    await expectPlaying(player, true)
    await progress(player).fill('120')
    await later(player).click()
    await expect(player.getByRole('status')).toHaveText('Cargando audio...')
    await expect(progress(player)).toHaveAttribute('aria-valuetext', '0:00 de 0:00')
    gate.open()
    await expect(progress(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 1:05$/)
    await expect(player.getByRole('status')).toHaveText('')
    await expectPlaying(player, true)
  })

  test('is louder and softer by Up and Down, by a tenth, between nothing and all', async ({ house, openAs }) => {
    await (await house.person('Safo')).uploads(silence('clase.wav', 60))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'clase.wav')
    const expectVolume = async (value: number) => {
      await expect(volume(player)).toHaveValue(String(value))
      expect((await sound(player)).volume).toBeCloseTo(value, 5)
    }
    await expect(pauseButton(player)).toBeFocused()
    await expectVolume(1)
    await safo.keyboard.press('ArrowUp')
    await expectVolume(1)
    for (const value of [0.9, 0.8, 0.7]) {
      await safo.keyboard.press('ArrowDown')
      await expectVolume(value)
    }
    await safo.keyboard.press('ArrowUp')
    await expectVolume(0.8)
    for (let presses = 0; presses < 9; presses++) await safo.keyboard.press('ArrowDown')
    await expectVolume(0)
    await volume(player).fill('0.3')
    await expectVolume(0.3)
    for (const [name, value] of [
      ['min', '0'],
      ['max', '1'],
      ['step', '0.1'],
    ] as const)
      await expect(volume(player)).toHaveAttribute(name, value)
  })

  test('leaves the keys to what has the focus and uses them itself', async ({ house, openAs }) => {
    await two(await house.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'primera.wav')
    await expectPlaying(player, true)
    await pauseButton(player).click()
    await expectPlaying(player, false)

    await volume(player).focus()
    await safo.keyboard.press('ArrowDown')
    await expect(volume(player)).toHaveValue('0.9') // by the slider, and not once more by the player
    await safo.keyboard.press('ArrowLeft')
    await expect(volume(player)).toHaveValue('0.8')
    await expect(track(player)).toHaveText('primera.wav')

    await progress(player).focus()
    await safo.keyboard.press('ArrowRight')
    await expect.poll(async () => (await sound(player)).currentTime).toBeGreaterThan(0.9)
    await expect(track(player)).toHaveText('primera.wav')
    await safo.keyboard.press('ArrowUp')
    await expect(volume(player)).toHaveValue('0.8')
    // what a slider doesn't use is the player's
    await safo.keyboard.press('Space')
    await expectPlaying(player, true)

    await later(player).focus()
    await safo.keyboard.press('Space')
    await expect(track(player)).toHaveText('segunda.wav')
    await expectPlaying(player, true)
    await player.getByRole('list', { name: 'Lista de reproducción' }).getByRole('button').first().focus()
    await safo.keyboard.press('Space')
    await expect(track(player)).toHaveText('primera.wav')
  })

  test('goes on to the next track when one ends, and stops after the last', async ({ house, openAs }) => {
    const person = await house.person('Safo')
    await person.uploads(fixture('campana.wav'))
    await person.uploads(fixture('voz.mp3'))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'voz.mp3')
    await expect(track(player)).toHaveText('voz.mp3')
    await expect(track(player)).toHaveText('campana.wav')
    await expect(playButton(player)).toBeVisible()
    await expectPlaying(player, false)
    await expect(track(player)).toHaveText('campana.wav')
    await expect(player.getByRole('alert')).toHaveCount(0)
  })

  test('has a list of the tracks of the section when there is more than one', async ({ house, openAs }) => {
    const person = await house.person('Safo')
    const musica = await house.hipatia.opens('Música')
    await person.uploads(silence('sola.wav', 60), { category_id: musica.id })
    await two(person)
    await person.uploads(fixture('foto.jpg'))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'sola.wav')
    const list = player.getByRole('list', { name: 'Lista de reproducción' })
    await expectPlaying(player, true)
    await expect(list).toHaveCount(0)
    await expect(earlier(player)).toBeDisabled()
    await expect(later(player)).toBeDisabled()
    await safo.keyboard.press('Escape')
    await expect(player).toBeHidden()

    await listen(safo, 'primera.wav')
    await expect(list.getByRole('button')).toHaveText(['primera.wav', 'segunda.wav'])
    await expect(list.locator('[aria-current=true]')).toHaveText('primera.wav')
    await list.getByRole('button', { name: 'segunda.wav' }).click()
    await expect(track(player)).toHaveText('segunda.wav')
    await expect(list.locator('[aria-current=true]')).toHaveText('segunda.wav')
    await expectPlaying(player, true)
  })

  test('is silent after Escape, and gives the focus back', async ({ house, openAs }) => {
    await (await house.person('Safo')).uploads(silence('clase.wav', 60))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'clase.wav')
    await expectPlaying(player, true)
    await safo.keyboard.press('Escape')
    await expect(player).toBeHidden()
    await expect(safo.locator('audio')).toHaveCount(0)
    await expect(cardOf(safo, 'clase.wav').getByRole('button', { name: 'Play', exact: true })).toBeFocused()
    await listen(safo, 'clase.wav')
    await player.getByRole('button', { name: 'Cerrar' }).click()
    await expect(player).toBeHidden()
    // none of its keys is left behind
    await safo.keyboard.press('ArrowDown')
    await expect(safo.locator('audio')).toHaveCount(0)
  })

  test('hands out the track as it was uploaded', async ({ house, openAs }) => {
    await (await house.person('Safo')).uploads(fixture('voz.mp3'))
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'voz.mp3')
    const { name, bytes } = await downloadOf(safo, player.getByRole('link', { name: 'Descargar' }))
    expect(name).toBe('voz.mp3')
    expect(bytes).toEqual(fixture('voz.mp3').bytes)
  })

  test('says when a track does not come, and asks for a new address', async ({ house, openAs, trouble }) => {
    trouble.expect(/^403 GET \/api\/files\/\{id\}\/content\/original\./)
    const file = await (await house.person('Safo')).uploads(silence('clase.wav', 60))
    const safo = await openAs('Safo', '/files')
    await safo.route(original, (route) =>
      route.request().url().endsWith('?fresca') ? route.continue() : route.fulfill({ status: 403, body: '' }),
    )
    const player = await listen(safo, 'clase.wav')
    const alert = player.getByRole('alert')
    await expect(alert).toContainText('Failed to load audio file')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toContainText('Failed to load audio file')
    await safo.route(`**/api/files/${file.id}`, async (route) => {
      const response = await route.fetch()
      const record = await response.json()
      await route.fulfill({ response, json: { ...record, cloudinary_url: `${record.cloudinary_url}?fresca` } })
    })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
    await expectPlaying(player, true)
    await expect(progress(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 1:00$/)
    await expect(pauseButton(player)).toBeFocused()
  })

  test('says that what is no recording inside cannot be played, and goes on to the others', async ({
    house,
    openAs,
  }) => {
    const person = await house.person('Safo')
    await person.uploads(silence('sana.wav', 60))
    const broken = silence('rota.wav', 1)
    broken.bytes.set([0x34, 0x12], 20) // in a way of writing sound down that nobody knows
    await person.uploads(broken)
    const safo = await openAs('Safo', '/files')
    const player = await listen(safo, 'rota.wav')
    await expect(player.getByRole('alert')).toContainText('Failed to load audio file')
    await safo.keyboard.press('ArrowRight')
    await expect(track(player)).toHaveText('sana.wav')
    await expect(player.getByRole('alert')).toHaveCount(0)
    await expectPlaying(player, true)
  })

  for (const screen of ['desktop', 'narrow'] as const)
    test(`is for everybody on a ${screen} screen`, async ({ house, openAs }) => {
      await two(await house.person('Safo'))
      const safo = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      const player = await listen(safo, 'primera.wav')
      await expectPlaying(player, true)
      await pauseButton(player).click()
      await expect(playButton(player)).toBeVisible()
      await expectAccessible(safo, 'player')
    })

  test('is for everybody also while it fails', async ({ house, openAs, trouble }) => {
    trouble.expect(/^403 GET \/api\/files\/\{id\}\/content\/original\./)
    // axe waits for the recording, in vain
    trouble.tolerate(/^console warning: (Couldn't load preload assets|axe\.utils\.preloadMedia)/)
    await two(await house.person('Safo'))
    const safo = await openAs('Safo', '/files', { screen: 'narrow', reducedMotion: 'reduce' })
    await safo.route(original, (route) => route.fulfill({ status: 403, body: '' }))
    const player = await listen(safo, 'primera.wav')
    await expect(player.getByRole('alert')).toBeVisible()
    await expectAccessible(safo, 'player that failed')
  })
})

test.describe('Moving pictures', () => {
  test('can be downloaded, and their address plays them', async ({ house, openAs }) => {
    const person = await house.person('Safo')
    const { cloudinary_url } = await person.uploads(fixture('clip.webm'))
    await person.uploads(fixture('clip.mp4'))
    const safo = await openAs('Safo', '/files')
    for (const name of ['clip.webm', 'clip.mp4']) {
      await expect(cardOf(safo, name).getByText('VIDEO', { exact: true })).toBeVisible()
      await expect(cardOf(safo, name).getByRole('button', { name: /^(Ver|Play)$/ })).toHaveCount(0)
      const download = await downloadOf(safo, cardOf(safo, name).getByRole('link', { name: 'Descargar' }))
      expect(download.name).toBe(name)
      expect(download.bytes).toEqual(fixture(name).bytes)
    }
    // as a page of ours would show it: from its address alone, as far along as one likes
    const seen = await safo.evaluate(async (address) => {
      const video = Object.assign(document.createElement('video'), { src: address, muted: true })
      await video.play()
      const { duration, videoWidth, videoHeight } = video
      const passed = await new Promise<number>((resolve) => {
        video.addEventListener('ended', () => resolve(video.currentTime))
      })
      return { duration: Math.round(duration), passed: Math.round(passed), videoWidth, videoHeight }
    }, cloudinary_url as string)
    expect(seen).toEqual({ duration: 1, passed: 1, videoWidth: 160, videoHeight: 120 })
  })
})
