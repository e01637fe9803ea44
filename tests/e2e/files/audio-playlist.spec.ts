import { silence } from '../../support/browser/media.ts'
import { delayResponse } from '../../support/browser/network.ts'
import { originalContent, waitForImageVersions } from '../../support/browser/pages/archive.ts'
import {
  expectPlaying,
  nextTrack,
  openPlayer,
  playButton,
  playbackState,
  playlist,
  previousTrack,
  progressSlider,
  trackTitle,
  uploadTwoRecordings,
} from '../../support/browser/pages/audio-player.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.describe('Playlist of the audio player', () => {
  test('Buttons and the Left and Right keys change the track, and each track starts at its beginning', async ({
    server,
    openAs,
  }) => {
    await uploadTwoRecordings(await server.person('Safo'))
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'primera.wav')
    await expect(previousTrack(player)).toBeDisabled()
    await expectPlaying(player, true)
    await progressSlider(player).fill('120')
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', /^2:0\d de 3:07$/)
    await nextTrack(player).click()
    await expect(trackTitle(player)).toHaveText('segunda.wav')
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 1:05$/)
    expect((await playbackState(player)).currentTime).toBeLessThan(20)
    await expectPlaying(player, true)
    await expect(nextTrack(player)).toBeDisabled()
    await safo.keyboard.press('ArrowLeft')
    await expect(trackTitle(player)).toHaveText('primera.wav')
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 3:07$/)
    await safo.keyboard.press('ArrowLeft')
    await expect(trackTitle(player)).toHaveText('primera.wav')
    await safo.keyboard.press('ArrowRight')
    await expect(trackTitle(player)).toHaveText('segunda.wav')
    await safo.keyboard.press('ArrowRight')
    await expect(trackTitle(player)).toHaveText('segunda.wav')
    await previousTrack(player).click()
    await expect(trackTitle(player)).toHaveText('primera.wav')
  })

  test('While a track loads, the player says so and does not show the time of the previous track', async ({
    server,
    openAs,
  }) => {
    const person = await server.person('Safo')
    const second = await person.uploadFile(silence('segunda.wav', 65))
    await person.uploadFile(silence('primera.wav', 187))
    const safo = await openAs('Safo', '/files')
    const delayed = await delayResponse(safo, `**${second.cloudinary_url?.replace(/[^/]*$/, '*')}`)
    const player = await openPlayer(safo, 'primera.wav')
    await expectPlaying(player, true)
    await progressSlider(player).fill('120')
    await nextTrack(player).click()
    await expect(player.getByRole('status')).toHaveText('Cargando audio...')
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', '0:00 de 0:00')
    delayed.release()
    await expect(progressSlider(player)).toHaveAttribute('aria-valuetext', /^0:0\d de 1:05$/)
    await expect(player.getByRole('status')).toHaveText('')
    await expectPlaying(player, true)
  })

  test('The next track starts when a track ends, and the player stops after the last one', async ({
    server,
    openAs,
  }) => {
    const person = await server.person('Safo')
    await person.uploadFile(fixture('campana.wav'))
    await person.uploadFile(fixture('voz.mp3'))
    const safo = await openAs('Safo', '/files')
    // the first track lasts a second, so it begins when its title was seen and the list is loaded
    const delayed = await delayResponse(safo, originalContent)
    const player = await openPlayer(safo, 'voz.mp3')
    await expect(trackTitle(player)).toHaveText('voz.mp3')
    await expect(nextTrack(player)).toBeEnabled()
    delayed.release()
    await expect(trackTitle(player)).toHaveText('campana.wav')
    await expect.poll(() => player.locator('audio').evaluate(({ ended }: HTMLAudioElement) => ended)).toBe(true)
    await expect(playButton(player)).toBeVisible()
    await expectPlaying(player, false)
    await expect(trackTitle(player)).toHaveText('campana.wav')
    await expect(player.getByRole('alert')).toHaveCount(0)
  })

  test('The player lists the tracks of the section when there is more than one', async ({ server, openAs }) => {
    const person = await server.person('Safo')
    const musica = await server.hipatia.createCategory('Música')
    await person.uploadFile(silence('sola.wav', 60), { category_id: musica.id })
    await uploadTwoRecordings(person)
    await person.uploadFile(fixture('foto.jpg'))
    await waitForImageVersions(server)
    const safo = await openAs('Safo', '/files')
    const player = await openPlayer(safo, 'sola.wav')
    const list = playlist(player)
    await expectPlaying(player, true)
    await expect(list).toHaveCount(0)
    await expect(previousTrack(player)).toBeDisabled()
    await expect(nextTrack(player)).toBeDisabled()
    await safo.keyboard.press('Escape')
    await expect(player).toBeHidden()

    await openPlayer(safo, 'primera.wav')
    await expect(list.getByRole('button')).toHaveText(['primera.wav', 'segunda.wav'])
    await expect(list.locator('[aria-current=true]')).toHaveText('primera.wav')
    await list.getByRole('button', { name: 'segunda.wav' }).click()
    await expect(trackTitle(player)).toHaveText('segunda.wav')
    await expect(list.locator('[aria-current=true]')).toHaveText('segunda.wav')
    await expectPlaying(player, true)
  })
})
