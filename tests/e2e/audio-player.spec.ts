import { fixture } from '../support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { cardOf, downloadOf } from './support/files.ts'
import { holdBack } from './support/gate.ts'
import type { Person } from './support/house.ts'
import { silence } from './support/media.ts'
import { expect, type Locator, type Page, test } from './support/test.ts'

const original = /\/content\/original\./

/** Opens the player from the button of a card. */
async function listen(page: Page, name: string) {
  await cardOf(page, name).getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('dialog', { name: 'Reproductor de audio' })
  await expect(player).toBeVisible()
  return player
}
const _next = (viewer: Locator) => viewer.getByRole('button', { name: 'Imagen siguiente' })

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
