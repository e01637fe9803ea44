// The player of the recordings of the archive, with silent recordings.
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ArchiveFile, files } from '../../../contract/files.ts'
import bellAddress from '../../fixtures/campana.wav?url'
import endlessAddress from '../../fixtures/field/grabacion-sin-duracion.webm?url'
import { expectAccessible } from '../../support/web/axe.ts'
import { expectInConsole, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer } from '../../support/web/server.ts'
import { archive, cardOf, fileOf } from '../links/links.ts'

/** A silent recording with 8 bits at 8,000 Hz. */
function silence(seconds: number) {
  const rate = 8000
  const bytes = new Uint8Array(44 + rate * seconds).fill(128, 44)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('RIFF\0\0\0\0WAVEfmt '))
  bytes.set(new TextEncoder().encode('data'), 36)
  const words = { 4: 36 + rate * seconds, 16: 16, 24: rate, 28: rate, 40: rate * seconds }
  for (const [at, value] of Object.entries(words)) view.setUint32(Number(at), value, true)
  for (const [at, value] of Object.entries({ 20: 1, 22: 1, 32: 1, 34: 8 })) view.setUint16(Number(at), value, true)
  return new Blob([bytes], { type: 'audio/wav' })
}

const recording = (n: number, name: string, content: Blob | string) =>
  fileOf(name, {
    id: idOf(n),
    file_type: 'audio/vnd.wave',
    cloudinary_url: typeof content === 'string' ? content : URL.createObjectURL(content),
  })
const first = recording(1, 'primera.wav', silence(187))
const second = recording(2, 'segunda.wav', silence(65))

const player = page.getByRole('dialog', { name: 'Reproductor de audio' })
const [play, pause, previous, next] = [
  player.getByRole('button', { name: 'Reproducir' }),
  player.getByRole('button', { name: 'Pausar' }),
  player.getByRole('button', { name: 'Pista anterior' }),
  player.getByRole('button', { name: 'Pista siguiente' }),
]
const progress = player.getByRole('slider', { name: 'Progreso' })
const volume = player.getByRole('slider', { name: 'Volumen' })
const list = player.getByRole('list', { name: 'Lista de reproducción' })
const alert = player.getByRole('alert')
const audio = () => document.querySelector('audio')
const expectTrack = (name: string) => expect.element(player.getByRole('heading', { level: 3 })).toHaveTextContent(name)
const expectPlaying = (isPlaying: boolean) => expect.poll(() => audio()?.paused).toBe(!isPlaying)
const press = (keys: string) => userEvent.keyboard(keys)
const focus = (locator: typeof play) => (locator.element() as HTMLElement).focus()
const openPlayer = (name: string) => cardOf(name).getByRole('button', { name: 'Play', exact: true }).click()

async function openArchive(...held: ArchiveFile[]) {
  await openPage('/files', { answers: archive(...held) })
  await openPlayer(held[0]?.original_name ?? '')
  await expectTrack(held[0]?.original_name ?? '')
}

test('the play button and Space play and pause a recording; closed, it is silent, ignores its keys and returns the focus', async () => {
  await openArchive(first)
  await expect.element(player).toMatchTextContent('por Safo')
  await expectPlaying(true)
  await expect.element(pause).toHaveFocus()
  await expect.poll(() => audio()?.currentTime).toBeGreaterThan(0.2)
  await pause.click()
  await expectPlaying(false)
  await play.click()
  await expectPlaying(true)
  // the focused button handles the key, and the player doesn't handle it a second time
  await press(' ')
  await expect.element(play).toBeVisible()
  await expectPlaying(false)
  // no control has the focus, so the player handles the key
  await player.getByRole('heading', { level: 3 }).click()
  await press(' ')
  await expectPlaying(true)
  await expect.element(pause).toBeVisible()
  for (const button of [list, alert]) expect(button.query()).toBeNull()
  for (const button of [previous, next]) await expect.element(button).toBeDisabled()
  await press('{Escape}')
  await expect.element(player).not.toBeInTheDocument()
  expect(audio()).toBeNull()
  await expect.element(cardOf('primera.wav').getByRole('button', { name: 'Play', exact: true })).toHaveFocus()
  await openPlayer('primera.wav')
  await player.getByRole('button', { name: 'Cerrar' }).click()
  await expect.element(player).not.toBeInTheDocument()
  await press('{ArrowDown}')
  expect(audio()).toBeNull()
})

test('a recording that doesn’t say how long it is plays, with its length unknown', async () => {
  await openArchive({ ...recording(1, 'nota.webm', endlessAddress), file_type: 'audio/webm' })
  await expect.element(progress).toHaveAttribute('aria-valuetext', '0:01 de duración desconocida')
  await expect.element(player.getByText('–:––', { exact: true })).toBeVisible()
  await expect.element(progress).toBeDisabled()
  await expectPlaying(true)
})

test('the player shows the time as m:ss and plays from the position of the slider; Up and Down change the volume by a tenth', async () => {
  await openArchive(first)
  await expect.element(progress).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0\d de 3:07$/))
  await expect.element(player.getByText('3:07', { exact: true })).toBeVisible()
  const expectVolume = async (value: number) => {
    await expect.element(volume).toHaveValue(`${value}`)
    expect(audio()?.volume).toBeCloseTo(value, 5)
  }
  await expect.element(pause).toHaveFocus()
  await expectVolume(1)
  for (const [keys, value] of [
    ['{ArrowUp}', 1],
    ['{ArrowDown}', 0.9],
    ['{ArrowDown}{ArrowDown}', 0.7],
    ['{ArrowUp}', 0.8],
    ['{ArrowDown>9/}', 0],
  ] as const) {
    await press(keys)
    await expectVolume(value)
  }
  await volume.fill('0.3')
  await expectVolume(0.3)
  for (const [name, value] of Object.entries({ min: '0', max: '1', step: '0.1' }))
    await expect.element(volume).toHaveAttribute(name, value)
  await pause.click()
  await progress.fill('65.5')
  await expect.element(progress).toHaveAttribute('aria-valuetext', '1:05 de 3:07')
  await expect.element(player.getByText('1:05', { exact: true })).toBeVisible()
  expect(audio()?.currentTime).toBeCloseTo(65.5, 0)
  await play.click()
  await expect.element(progress).toHaveAttribute('aria-valuetext', expect.stringMatching(/^1:(0[7-9]|1\d) de 3:07$/))
})

test('a focused slider or button uses its own keys, and the player reacts to the other keys only', async () => {
  await openArchive(first, second)
  await expectPlaying(true)
  await pause.click()
  await expectPlaying(false)
  focus(volume)
  await press('{ArrowDown}')
  await expect.element(volume).toHaveValue('0.9') // one step by the slider, none by the player
  await press('{ArrowLeft}')
  await expect.element(volume).toHaveValue('0.8')
  await expectTrack('primera.wav')
  focus(progress)
  await press('{ArrowRight}')
  await expect.poll(() => audio()?.currentTime).toBeGreaterThan(0.9)
  await expectTrack('primera.wav')
  await press('{ArrowUp}')
  await expect.element(volume).toHaveValue('0.8')
  // a slider doesn't use Space
  await press(' ')
  await expectPlaying(true)
  await expect.element(next).toBeEnabled()
  focus(next)
  await press(' ')
  await expectTrack('segunda.wav')
  await expectPlaying(true)
  focus(list.getByRole('button').first())
  await press(' ')
  await expectTrack('primera.wav')
})

test('buttons, keys and the list change the track, and each track starts at its beginning', async () => {
  await openArchive(first, second)
  await expect.element(list.getByRole('button').nth(1)).toHaveTextContent('segunda.wav')
  await expect.element(previous).toBeDisabled()
  await progress.fill('120')
  await next.click()
  await expectTrack('segunda.wav')
  await expect.element(progress).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0\d de 1:05$/))
  await expectPlaying(true)
  await expect.element(next).toBeDisabled()
  await press('{ArrowLeft}')
  await expectTrack('primera.wav')
  await expect.element(progress).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0\d de 3:07$/))
  await press('{ArrowLeft}')
  await expectTrack('primera.wav')
  await press('{ArrowRight}{ArrowRight}')
  await expectTrack('segunda.wav')
  await previous.click()
  await expectTrack('primera.wav')
  await list.getByRole('button', { name: 'segunda.wav' }).click()
  await expectTrack('segunda.wav')
  const current = list.element().querySelectorAll('[aria-current=true]')
  expect([...current].map(({ textContent }) => textContent)).toEqual(['segunda.wav'])
  await expectPlaying(true)
})

test('while a track loads, the player says so and does not show the time of the previous track', async () => {
  const slow = recording(2, 'lenta.wav', '/audio/lenta.wav')
  const held = Promise.withResolvers<void>()
  await openArchive(first, slow)
  nowAnswer(
    http.get('/audio/lenta.wav', async () => {
      await held.promise
      const content = silence(65)
      return new HttpResponse(content, {
        headers: { 'content-type': 'audio/wav', 'content-length': `${content.size}` },
      })
    }),
  )
  await progress.fill('120')
  await next.click()
  await expect.element(player.getByRole('status')).toHaveTextContent('Cargando audio...')
  await expect.element(progress).toHaveAttribute('aria-valuetext', '0:00 de 0:00')
  held.resolve()
  await expect.element(progress).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0\d de 1:05$/))
  await expect.element(player.getByRole('status')).toHaveTextContent('')
  await expectPlaying(true)
})

test('the next track starts when a track ends, and the player stops after the last one', async () => {
  await openArchive(first, recording(2, 'campana.wav', bellAddress))
  await expect.element(next).toBeEnabled()
  await progress.fill('186.5')
  await expectTrack('campana.wav')
  await expect.poll(() => audio()?.ended).toBe(true)
  await expect.element(play).toBeVisible()
  await expectTrack('campana.wav')
  expect(alert.query()).toBeNull()
})

test.each(['desktop', 'narrow'] as const)(
  'the player is accessible on a %s screen, also when a recording can’t be loaded; others still play, and Retry asks for a new address',
  async (screen) => {
    const lost = recording(2, 'perdida.wav', '/audio/perdida.wav')
    expectInConsole(/^warn: axe\.utils\.preloadMedia/)
    let known = lost
    const refused = http.get('/audio/perdida.wav', () => new HttpResponse(null, { status: 403 }))
    await openPage('/files', { screen, answers: [...archive(lost, first), answer(files.read, () => known), refused] })
    await openPlayer('perdida.wav')
    await expect.element(alert).toMatchTextContent('Failed to load audio file')
    await expectAccessible('player that failed')
    await press('{ArrowRight}')
    await expectTrack('primera.wav')
    await expect.element(alert).not.toBeInTheDocument()
    await expectPlaying(true)
    await pause.click()
    await expect.element(play).toBeVisible()
    await expectAccessible('player')
    await press('{ArrowLeft}')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).toMatchTextContent('Failed to load audio file')
    known = { ...lost, cloudinary_url: URL.createObjectURL(silence(60)) }
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    await expectPlaying(true)
    await expect.element(progress).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:0\d de 1:00$/))
    await expect.element(pause).toHaveFocus()
  },
)
