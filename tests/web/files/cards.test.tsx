// The card of a file: its badge, actions, facts and title.
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type ArchiveFile, files } from '../../../contract/files.ts'
import fotoAddress from '../../fixtures/foto.jpg?url'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, stopTimers } from '../../support/web/clock.ts'
import { question } from '../../support/web/dialogs.ts'
import { connect, happens } from '../../support/web/live.ts'
import { idOf, openPage, safo } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { textsOf } from '../../support/web/text.ts'
import { archive, cardOf, fileOf, linkTo } from '../links/links.ts'
import { bytesAt } from './pdf.ts'

const zenon = { uploaded_by: 'Zenón', uploader_id: idOf(3) }
const linkOf = (address: string, changes: Partial<ArchiveFile> = {}) => linkTo(address, { ...zenon, ...changes })
const numbered = (list: ArchiveFile[]) => list.map((file, n) => ({ ...file, id: idOf(60 + n) }))

/** The links and buttons of a card, by their texts; without the one for a reaction, which has none. */
const actionsOf = (card: ReturnType<typeof cardOf>) => ({
  links: textsOf(card.getByRole('link')),
  buttons: textsOf(card.getByRole('button')).filter(Boolean),
})

test('the card of each kind of file has its badge and its actions', async () => {
  const office = 'application/vnd.openxmlformats-officedocument'
  const kinds = [
    ['acta.pdf', 'application/pdf', 'PDF', ['Ver PDF', 'Descargar'], []],
    ['foto.jpg', 'image/jpeg', 'IMAGEN', ['Descargar'], ['Ver']],
    ['iphone.heic', 'image/heic', 'IMAGEN', ['Descargar'], ['Ver']],
    ['vector.svg', 'image/svg+xml', 'IMAGEN', ['Descargar'], []],
    // too large for smaller versions: browsers show the one, and not the other
    ['enorme.png', 'image/png', 'IMAGEN', ['Descargar'], ['Ver']],
    ['rota.tiff', 'image/tiff', 'IMAGEN', ['Descargar'], []],
    ['clip.mp4', 'video/mp4', 'VIDEO', ['Descargar'], []],
    ['voz.mp3', 'audio/mpeg', 'AUDIO', ['Descargar'], ['Play']],
    ['campana.wav', 'audio/vnd.wave', 'AUDIO', ['Descargar'], ['Play']],
    // no browser plays it
    ['musica.wma', 'audio/x-ms-wma', 'AUDIO', ['Descargar'], []],
    ['carta.docx', `${office}.wordprocessingml.document`, 'DOCUMENTO', ['Descargar'], []],
    ['cuentas.xlsx', `${office}.spreadsheetml.sheet`, 'HOJA DE CÁLCULO', ['Descargar'], []],
    ['charla.pptx', `${office}.presentationml.presentation`, 'PRESENTACIÓN', ['Descargar'], []],
    ['notas.txt', 'text/plain', 'TEXTO', ['Descargar'], []],
    ['paquete.zip', 'application/zip', 'ARCHIVO', ['Descargar'], []],
  ] as const
  const uploads = kinds.map(([name, file_type, , , buttons]) =>
    fileOf(name, {
      ...zenon,
      file_type,
      thumb_url: (buttons as readonly string[]).includes('Ver') && name !== 'enorme.png' ? fotoAddress : null,
    }),
  )
  const address = 'https://www.biblioteca.example/mapas'
  await openPage('/files', { answers: archive(...numbered([...uploads, linkOf(address)])) })
  for (const [name, , badge, links, buttons] of kinds) {
    await expect.element(cardOf(name).getByText(badge, { exact: true })).toBeVisible()
    expect({ name, ...actionsOf(cardOf(name)) }).toEqual({ name, links, buttons })
  }
  const card = cardOf(address)
  for (const text of ['URL', 'biblioteca.example'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  await expect.element(card).not.toMatchTextContent('Bytes')
  expect(actionsOf(card)).toEqual({ links: ['Abrir'], buttons: [] })
  const open = card.getByRole('link', { name: 'Abrir' })
  await expect.element(open).toHaveAttribute('href', address)
  await expect.element(open).toHaveAttribute('target', '_blank')
  await expect.element(open).toHaveAttribute('rel', 'noopener noreferrer')
  const viewed = cardOf('acta.pdf').getByRole('link', { name: 'Ver PDF' })
  await expect.element(viewed).toHaveAttribute('href', `/files/${idOf(60)}/view`)
})

test('a card shows size, description, uploader and date of the file', async () => {
  const sizes = [
    [512, '512 Bytes'],
    [1023, '1023 Bytes'],
    [1536, '1.50 KB'],
    [2 * 2 ** 20, '2.00 MB'],
  ] as const
  const description = 'Mil y pico,\nen dos líneas.'
  const held = sizes.map(([file_size]) => fileOf(`${file_size}.txt`, { ...zenon, file_size, description }))
  await openPage('/files', { answers: archive(...numbered(held)) })
  for (const [file_size, shown] of sizes)
    for (const text of [shown, 'Mil y pico, en dos líneas.', 'por Zenón', /^2 de marzo/])
      await expect.element(cardOf(`${file_size}.txt`).getByText(text, { exact: true })).toBeVisible()
})

test('the card of an image shows a small version that is made late', async () => {
  const bytes = await bytesAt(fotoAddress)
  let asked = 0
  const late = http.get('/images/thumb', () =>
    ++asked <= 2
      ? new HttpResponse(null, { status: 503 })
      : new HttpResponse(bytes, { headers: { 'content-type': 'image/jpeg' } }),
  )
  stopTimers()
  const foto = fileOf('foto.jpg', { file_type: 'image/jpeg', thumb_url: '/images/thumb' })
  await openPage('/files', { answers: [late, ...archive(foto)] })
  const picture = () => cardOf('foto.jpg').element().querySelector('img')
  await expect.element(cardOf('foto.jpg')).toBeVisible()
  for (const [count, wait] of [
    [1, 3000],
    [2, 10_000],
  ] as const) {
    await expect.poll(() => asked).toBe(count)
    await expect.poll(picture).toBeNull()
    await passes(wait)
  }
  await expect.poll(() => picture()?.naturalWidth).toBeGreaterThan(0)
})

const video = 'dQw4w9WgXcQ'
test('a YouTube address becomes a video card that asks YouTube for nothing; a Short is marked, and a look-alike is a link', async () => {
  const youtube = (address: string) => linkOf(address, { file_type: 'video/youtube', video_id: video })
  const addresses = [`https://www.youtube.com/watch?v=${video}`, `https://youtu.be/${video}?si=abcdefgh`]
  const short = `https://m.youtube.com/shorts/${video}`
  const other = `https://malo.example/shorts/${video}`
  const held = [...addresses.map(youtube), youtube(short), linkOf(other)]
  await openPage('/files', { screen: 'phone', answers: archive(...numbered(held)) })
  for (const [address, mark] of [...addresses.map((one) => [one, ''] as const), [short, ' (Short)'] as const]) {
    const card = cardOf(`${address}${mark}`)
    await expect.element(card.getByText('VIDEO', { exact: true })).toBeVisible()
    const play = card.getByRole('button', { name: `Reproducir: Vídeo de YouTube${mark} youtube.com` })
    await expect.element(play).toBeVisible()
    const original = card.getByRole('link', { name: 'Ver en YouTube' })
    await expect.element(original).toHaveAttribute('href', address)
    await expect.element(original).toHaveAttribute('target', '_blank')
    expect(actionsOf(card).links).toEqual(['Ver en YouTube'])
  }
  await expect.element(cardOf(other).getByText('URL', { exact: true })).toBeVisible()
  expect(actionsOf(cardOf(other))).toEqual({ links: ['Abrir'], buttons: [] })
  expect(document.querySelector('iframe')).toBeNull()
  const [first = ''] = addresses
  await cardOf(first)
    .getByRole('button', { name: /^Reproducir/ })
    .click()
  const player = `https://www.youtube-nocookie.com/embed/${video}?`
  await expect.poll(() => document.querySelector('iframe')?.src).toContain(player)
})

test.each(['desktop', 'narrow'] as const)(
  'on a %s screen titles, names and descriptions are shown as text of any length, and the address of a link beneath its title',
  async (screen) => {
    const faro = 'https://www.faro.example/historia/'
    const html = '<img src=x onerror=alert(1)> Historia & «faros»'
    const long = 'Nabucodonosor'.repeat(23)
    const held = [
      linkOf(faro, { title: html, uploader_id: safo.id }),
      linkOf(`https://museo.example/${'sala-'.repeat(60)}`, { title: long }),
      linkOf(`https://www.youtube.com/shorts/${video}`, { title: 'El conejo', file_type: 'video/youtube' }),
      linkOf('https://sin-titulo.example/mapas'),
      fileOf(`${long}.txt`, { description: `<script>alert(1)</script> {{file:0a|no}} ${'sinespacios'.repeat(90)}` }),
      fileOf('عربي שלום.txt', { description: 'مرحبا '.repeat(40) }),
    ]
    await openPage('/files', { screen, answers: archive(...numbered(held)) })
    const card = cardOf(html)
    for (const [name, address] of [
      [html, 'faro.example/historia'],
      [long, 'museo.example/sala-sala-'],
      ['El conejo (Short)', `youtube.com/shorts/${video}`],
      ['https://sin-titulo.example/mapas', 'sin-titulo.example'],
      [`${long}.txt`, '<script>alert(1)</script> {{file:0a|no}} sinespacios'],
      ['عربي שלום.txt', 'مرحبا'],
    ] as const)
      await expect.element(cardOf(name)).toMatchTextContent(address)
    expect(document.querySelector('main article :is(img, script)')).toBeNull()
    await expect.element(card.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', faro)
    await expectAccessible('the archive')
    await card.getByRole('button', { name: 'Eliminar' }).click()
    const asked = `Are you sure you want to delete "${faro}"? This action cannot be undone.`
    await expect.element(question).toMatchTextContent(asked)
  },
)

test('the picker of files shows pictures, and titles with addresses, and still inserts the address', async () => {
  const address = 'https://faro.example/historia'
  const picture = fileOf('foto.jpg', { id: idOf(61), file_type: 'image/jpeg', thumb_url: fotoAddress })
  await openPage('/blog/create', { answers: archive(linkOf(address, { title: 'El faro' }), picture) })
  await page.getByRole('button', { name: 'Link File' }).click()
  const option = page.getByRole('option', { name: /El faro/ })
  await expect.element(option.getByText('faro.example/historia', { exact: true })).toBeVisible()
  const photo = page.getByRole('option', { name: /foto\.jpg/ })
  expect(photo.element().querySelector('img')?.getAttribute('src')).toBe(fotoAddress)
  await option.click()
  await expect.element(page.getByRole('textbox', { name: /Contenido/ })).toHaveValue(`{{file:${idOf(60)}|${address}}}`)
})

test('the card of a link gets the title of its page while it is open', async () => {
  const link = { ...linkOf('https://faro.example/'), uploaded_at: new Date().toISOString() }
  const titled = answer(files.read, { ...link, title: 'El faro de la isla' })
  await openPage('/files', { answers: [...archive(link), titled] })
  await connect()
  await expect.element(cardOf(link.original_name)).toBeVisible()
  happens('section_changed', 'files')
  await expect.element(cardOf('El faro de la isla')).toBeVisible()
  await expect.element(cardOf('El faro de la isla').getByText('faro.example', { exact: true })).toBeVisible()
})
