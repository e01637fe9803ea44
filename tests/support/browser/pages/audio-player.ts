/** The audio player of the archive. */

import { silence } from '../media.ts'
import { expect, type Locator, type Page } from '../test.ts'
import type { Person } from '../test-server.ts'
import { cardOf } from './archive.ts'

/** Opens the player with the button "Play" of a card. */
export async function openPlayer(page: Page, name: string) {
  await cardOf(page, name).getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('dialog', { name: 'Reproductor de audio' })
  await expect(player).toBeVisible()
  return player
}

export const playButton = (player: Locator) => player.getByRole('button', { name: 'Reproducir' })
export const pauseButton = (player: Locator) => player.getByRole('button', { name: 'Pausar' })
export const progressSlider = (player: Locator) => player.getByRole('slider', { name: 'Progreso' })
export const trackTitle = (player: Locator) => player.getByRole('heading', { level: 3 })
export const previousTrack = (player: Locator) => player.getByRole('button', { name: 'Pista anterior' })
export const nextTrack = (player: Locator) => player.getByRole('button', { name: 'Pista siguiente' })
export const playlist = (player: Locator) => player.getByRole('list', { name: 'Lista de reproducción' })

export const playbackState = (player: Locator) =>
  player
    .locator('audio')
    .evaluate(({ paused, currentTime, volume }: HTMLAudioElement) => ({ paused, currentTime, volume }))

export const expectPlaying = (player: Locator, playing: boolean) =>
  expect.poll(async () => (await playbackState(player)).paused).toBe(!playing)

/** Uploads two recordings; the archive shows the newest first: primera (3:07), segunda (1:05). */
export async function uploadTwoRecordings(person: Person) {
  await person.uploadFile(silence('segunda.wav', 65))
  await person.uploadFile(silence('primera.wav', 187))
}
