import { expectAccessible } from '../../support/browser/axe.ts'
import { silence } from '../../support/browser/media.ts'
import { cardOf, downloadOf, originalContent } from '../../support/browser/pages/archive.ts'
import {
  expectPlaying,
  nextTrack,
  openPlayer,
  pauseButton,
  playButton,
  playbackState,
  progressSlider,
  trackTitle,
  uploadTwoRecordings,
} from '../../support/browser/pages/audio-player.ts'
import { expect, type Locator, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

const volumeSlider = (player: Locator) => player.getByRole('slider', { name: 'Volumen' })

test.describe('Audio player', () => {
  test('The play button and Space play and pause a recording', async ({ server, openAs }) => {
    await (await server.person('Zenón')).uploadFile(silence('clase.wav', 187))
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'clase.wav')
    await expect(trackTitle(player)).toHaveText('clase.wav')
    await expect(player.getByText('por Zenón')).toBeVisible()
    await expectPlaying(player, true)
    await expect(pauseButton(player)).toBeFocused()
    await expect.poll(async () => (await playbackState(player)).currentTime).toBeGreaterThan(0.2)
    await pauseButton(player).click()
    await expectPlaying(player, false)
    await playButton(player).click()
    await expectPlaying(player, true)
    // the focused button handles the key, and the player doesn't handle it a second time
    await safo.keyboard.press('Space')
    await expect(playButton(player)).toBeVisible()
    await expectPlaying(player, false)
    // no control has the focus, so the player handles the key
    await trackTitle(player).click()
    await safo.keyboard.press('Space')
    await expectPlaying(player, true)
    await expect(pauseButton(player)).toBeVisible()
    await safo.keyboard.press('Space')
    await expectPlaying(player, false)
  })

  test('The player shows the time as m:ss and plays from the position of the slider', async ({ server, openAs }) => {
    await (await server.person('Safo')).uploadFile(silence('clase.wav', 187))
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'clase.wav')
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 3:07$/)
    await expect(player.getByText('3:07', { exact: true })).toBeVisible()
    await pauseButton(player).click()
    await progressSlider(player).fill('65.5')
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', '1:05 de 3:07')
    await expect(player.getByText('1:05', { exact: true })).toBeVisible()
    expect((await playbackState(player)).currentTime).toBeCloseTo(65.5, 0)
    await playButton(player).click()
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', /^1:(0[7-9]|1\d) de 3:07$/)
  })

  test('Up and Down change the volume by a tenth between 0 and 1', async ({ server, openAs }) => {
    await (await server.person('Safo')).uploadFile(silence('clase.wav', 60))
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'clase.wav')
    const expectVolume = async (value: number) => {
      await expect(volumeSlider(player)).toHaveValue(String(value))
      expect((await playbackState(player)).volume).toBeCloseTo(value, 5)
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
    await volumeSlider(player).fill('0.3')
    await expectVolume(0.3)
    for (const [name, value] of [
      ['min', '0'],
      ['max', '1'],
      ['step', '0.1'],
    ] as const)
      await expect(volumeSlider(player)).toHaveAttribute(name, value)
  })

  test('A focused slider or button uses its own keys, and the player reacts to the other keys only', async ({
    server,
    openAs,
  }) => {
    await uploadTwoRecordings(await server.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'primera.wav')
    await expectPlaying(player, true)
    await pauseButton(player).click()
    await expectPlaying(player, false)

    await volumeSlider(player).focus()
    await safo.keyboard.press('ArrowDown')
    await expect(volumeSlider(player)).toHaveValue('0.9') // one step by the slider, none by the player
    await safo.keyboard.press('ArrowLeft')
    await expect(volumeSlider(player)).toHaveValue('0.8')
    await expect(trackTitle(player)).toHaveText('primera.wav')

    await progressSlider(player).focus()
    await safo.keyboard.press('ArrowRight')
    await expect.poll(async () => (await playbackState(player)).currentTime).toBeGreaterThan(0.9)
    await expect(trackTitle(player)).toHaveText('primera.wav')
    await safo.keyboard.press('ArrowUp')
    await expect(volumeSlider(player)).toHaveValue('0.8')
    // a slider doesn't use Space
    await safo.keyboard.press('Space')
    await expectPlaying(player, true)

    await expect(nextTrack(player)).toBeEnabled()
    await nextTrack(player).focus()
    await safo.keyboard.press('Space')
    await expect(trackTitle(player)).toHaveText('segunda.wav')
    await expectPlaying(player, true)
    await player.getByRole('list', { name: 'Lista de reproducción' }).getByRole('button').first().focus()
    await safo.keyboard.press('Space')
    await expect(trackTitle(player)).toHaveText('primera.wav')
  })

  test('Escape stops the sound and returns the focus to the card, and a closed player ignores its keys', async ({
    server,
    openAs,
  }) => {
    await (await server.person('Safo')).uploadFile(silence('clase.wav', 60))
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'clase.wav')
    await expectPlaying(player, true)
    await safo.keyboard.press('Escape')
    await expect(player).toBeHidden()
    await expect(safo.locator('audio')).toHaveCount(0)
    await expect(cardOf(safo, 'clase.wav').getByRole('button', { name: 'Play', exact: true })).toBeFocused()
    await openPlayer(safo, 'clase.wav')
    await player.getByRole('button', { name: 'Cerrar' }).click()
    await expect(player).toBeHidden()
    await safo.keyboard.press('ArrowDown')
    await expect(safo.locator('audio')).toHaveCount(0)
  })

  test('A recording is downloaded byte for byte as it was uploaded', async ({ server, openAs }) => {
    await (await server.person('Safo')).uploadFile(fixture('voz.mp3'))
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'voz.mp3')
    const { name, bytes } = await downloadOf(safo, player.getByRole('link', { name: 'Descargar' }))
    expect(name).toBe('voz.mp3')
    expect(bytes).toEqual(fixture('voz.mp3').bytes)
  })

  for (const screen of ['desktop', 'narrow'] as const)
    test(`The audio player is accessible on a ${screen} screen`, async ({ server, openAs }) => {
      await uploadTwoRecordings(await server.person('Safo'))
      const safo = await openAs('Safo', '/files', { screen, reducedMotion: 'reduce' })
      const player = await openPlayer(safo, 'primera.wav')
      await expectPlaying(player, true)
      await pauseButton(player).click()
      await expect(playButton(player)).toBeVisible()
      await expectAccessible(safo, 'player')
    })
})

test.describe('Audio player without a playable recording', () => {
  test('When a recording cannot be loaded, the player says so, and Retry fetches a new address', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect(/^403 GET \/api\/files\/\{id\}\/content\/original\./)
    const file = await (await server.person('Safo')).uploadFile(silence('clase.wav', 60))
    const safo = await openAs('Safo', '/files')
    await safo.route(originalContent, (route) =>
      route.request().url().endsWith('?fresca') ? route.continue() : route.fulfill({ status: 403, body: '' }),
    )
    const player = await openPlayer(safo, 'clase.wav')
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
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 1:00$/)
    await expect(pauseButton(player)).toBeFocused()
  })

  test('A file with an unknown audio encoding is reported as unplayable, and the next track still plays', async ({
    server,
    openAs,
  }) => {
    const person = await server.person('Safo')
    await person.uploadFile(silence('sana.wav', 60))
    const broken = silence('rota.wav', 1)
    broken.bytes.set([0x34, 0x12], 20) // an encoding that no browser knows
    await person.uploadFile(broken)
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'rota.wav')
    await expect(player.getByRole('alert')).toContainText('Failed to load audio file')
    await expect(nextTrack(player)).toBeEnabled()
    await safo.keyboard.press('ArrowRight')
    await expect(trackTitle(player)).toHaveText('sana.wav')
    await expect(player.getByRole('alert')).toHaveCount(0)
    await expectPlaying(player, true)
  })

  test('The audio player is accessible when a recording cannot be loaded', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect(/^403 GET \/api\/files\/\{id\}\/content\/original\./)
    // axe tries to load the recording
    pageErrors.tolerate(/^console warning: (Couldn't load preload assets|axe\.utils\.preloadMedia)/)
    await uploadTwoRecordings(await server.person('Safo'))
    const safo = await openAs('Safo', '/files', { screen: 'narrow', reducedMotion: 'reduce' })
    await safo.route(originalContent, (route) => route.fulfill({ status: 403, body: '' }))
    const player = await openPlayer(safo, 'primera.wav')
    await expect(player.getByRole('alert')).toBeVisible()
    await expectAccessible(safo, 'player that failed')
  })
})
