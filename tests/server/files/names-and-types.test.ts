// Names and types of uploaded files; links and videos.
import { describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: 2 ** 20 })
const ana = await community.signIn('Ana')

test.each([
  ['niño & «cañón» 🏺.png', 'niño & «cañón» 🏺.png'],
  ['él dijo "hola".txt', 'él dijo "hola".txt'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\win.ini', 'win.ini'],
  ['..', 'archivo'],
  ['\u202ecod\u202c.exe', 'cod.exe'],
  ['a\u0000b\u0007.png', 'ab.png'],
  ['\u200b', 'archivo'],
  ['👩‍👩‍👧 familia.jpg', '👩‍👩‍👧 familia.jpg'],
  [`${'ñ'.repeat(300)}.jpeg`, `${'ñ'.repeat(250)}.jpeg`],
  [`x.${'y'.repeat(300)}`, `x.${'y'.repeat(253)}`],
  ['n\u0303.txt', 'ñ.txt'],
])('the name of an uploaded file, %j, is stored as %j', async (given, kept) => {
  const { original_name } = await ana.uploads({ name: given, type: 'text/plain', bytes: 'x' })
  expect(original_name).toBe(kept)
})

describe('the type of an uploaded file is detected from its content', () => {
  test.each([
    ['foto.jpg', 'image/jpeg'],
    ['dibujo.png', 'image/png'],
    ['foto.webp', 'image/webp'],
    ['animacion.gif', 'image/gif'],
    ['foto.avif', 'image/avif'],
    ['iphone.heic', 'image/heic'],
    ['vector.svg', 'image/svg+xml'],
    ['acta.pdf', 'application/pdf'],
    ['voz.mp3', 'audio/mpeg'],
    ['campana.wav', 'audio/wav'],
    ['clip.mp4', 'video/mp4'],
    ['clip.webm', 'video/webm'],
    ['carta.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['cuentas.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['charla.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['paquete.zip', 'application/zip'],
    ['notas.txt', 'text/plain'],
    ['tabla.csv', 'text/csv'],
    ['pagina.html', 'text/html'],
  ])('%s is %s, whatever its name and declared type', async (file, type) => {
    expect((await ana.uploads(fixture(file))).file_type).toBe(type)
    const lying = await ana.uploads(fixture(file, { type: 'image/png', name: 'foto.png' }))
    if (!['vector.svg', 'notas.txt', 'tabla.csv', 'pagina.html'].includes(file)) expect(lying.file_type).toBe(type)
    else expect(lying.file_type).toBe('text/plain')
  })

  test('a file that only claims to be a picture is none, and a text about PDFs is a text', async () => {
    for (const bytes of ['<script>alert(1)</script>', '\u0000\u0001\u0002nada'])
      for (const type of ['image/png', 'application/pdf', 'audio/mpeg', 'video/mp4', 'image/heic']) {
        const { file_type, thumb_url } = await ana.uploads({ name: 'foto.png', type, bytes })
        expect(['text/plain', 'application/octet-stream']).toContain(file_type)
        expect(thumb_url).toBeNull()
      }
    const bytes = 'Un PDF empieza por %PDF-1.7 y acaba de otro modo.'
    expect((await ana.uploads({ name: 'pdf.txt', type: 'application/pdf', bytes })).file_type).toBe('text/plain')
  })

  test('a table in Windows-1252 is a table', async () => {
    const bytes = Buffer.from('Año;Título\r\n1931;Ágora\r\n', 'latin1')
    for (const type of ['', 'text/csv', 'application/vnd.ms-excel'])
      expect((await ana.uploads({ name: 'cuentas.csv', type, bytes })).file_type).toBe('text/csv')
    const { file_type } = await ana.uploads({ name: 'a.csv', bytes: Buffer.from('a;b\x00;ñ', 'latin1') })
    expect(file_type).toBe('application/octet-stream')
  })

  test.each([
    ['texto-ansi.txt', 'text/plain', 'windows-1252'],
    ['texto-utf16.txt', 'text/plain', 'utf-16le'],
    ['notas.txt', 'text/plain', 'utf-8'],
  ])('the text %s is TEXTO, and sent with its encoding', async (name, type, charset) => {
    for (const declared of ['', type]) {
      const file = await ana.uploads(fixture(name === 'notas.txt' ? name : `field/${name}`, { type: declared, name }))
      expect(file.file_type).toBe(type)
      const { headers } = await ana.fetchesBytes(file.cloudinary_url)
      expect(headers.get('content-type')).toBe(`text/plain; charset=${charset}`)
    }
  })

  test.each([
    // of a telephone, as Chromium declares it, and of a browser's recorder
    ['nota-de-voz-mp42.m4a', ['audio/x-m4a', 'video/mp4', ''], 'audio/mp4'],
    ['grabacion-sin-duracion.webm', ['video/webm', 'audio/webm', ''], 'audio/webm'],
    ['hoja-utf16.csv', ['', 'application/vnd.ms-excel'], 'text/csv'],
    ['pdf-con-lineas-delante.pdf', ['application/pdf', ''], 'application/pdf'],
    ['pdf-con-cabecera-de-mac.pdf', ['application/pdf', ''], 'application/pdf'],
  ])('%s is what viewers take it for', async (name, declared, type) => {
    for (const given of declared)
      expect((await ana.uploads(fixture(`field/${name}`, { type: given, name }))).file_type, given).toBe(type)
  })

  test.each([
    ['samr', 'audio/3gpp'],
    ['sawb', 'audio/3gpp'],
    ['alac', 'audio/x-alac'],
    ['mp4a', 'audio/mp4'],
  ])('a recording of %s is %s, whatever its container says', async (format, type) => {
    const recording = Buffer.from(fixture('field/nota-de-voz-mp42.m4a').bytes).toString('latin1')
    for (const brand of ['3gp4', 'M4A ', 'qt  ']) {
      const bytes = Buffer.from(recording.replace('mp4a', format).replace('mp42', brand), 'latin1')
      expect((await ana.uploads({ name: 'voz.m4a', type: 'audio/x-m4a', bytes })).file_type, brand).toBe(type)
    }
  })

  test('content of an unknown type keeps its declared type', async () => {
    const bytes = Uint8Array.from([0, 1, 2, 3, 250, 251])
    expect((await ana.uploads({ bytes, type: 'application/x-juego' })).file_type).toBe('application/x-juego')
    for (const type of ['', 'nada', 'a/b/c', 'text/html', 'text/plain', 'text/uri-list', 'video/youtube'])
      expect((await ana.uploads({ bytes, type })).file_type).toBe('application/octet-stream')
  })
})

describe('links', () => {
  test('are stored with their address and no bytes, also those that only look like YouTube', async () => {
    const url = 'https://biblioteca.example/a?b=1#c'
    const answer = await ana.post<ArchiveFile>('/files/url', { url: ` ${url} `, uploaded_by: 'x' })
    expect(answer.status).toBe(201)
    const link = { file_type: 'text/uri-list', source_type: 'url', video_id: null, embed_url: null }
    const empty = { file_size: 0, cloudinary_url: null, thumb_url: null }
    expect(answer.body).toMatchObject({ ...link, ...empty, original_name: url, original_url: url })
    for (const url of ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'https://youtu.be/corto'])
      expect(await ana.links(url)).toMatchObject(link)
  })

  test.each([
    ...['www.youtube.com/watch?v=', 'm.youtube.com/watch?v=', 'youtube.com/watch?t=3&v=', 'youtu.be/'],
    ...['www.youtube.com/shorts/', 'www.youtube.com/live/', 'www.youtube.com/embed/'],
  ])('at https://%s with the id of a video are a video', async (site) => {
    const original_url = `https://${site}dQw4w9WgXcQ`
    const embed_url = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
    const video = { file_type: 'video/youtube', source_type: 'url', original_url, video_id: 'dQw4w9WgXcQ', embed_url }
    expect(await ana.links(original_url)).toMatchObject(video)
  })

  test('that lead to no site, or are too long, are refused; one without http says how it has to begin', async () => {
    // others: tests/contract/fields.test.ts
    for (const url of ['javascript:alert(1)', '   ', `https://sitio.example/${'a'.repeat(2000)}`])
      expectRefusal(await ana.post('/files/url', { url }), 422, { field: 'url' })
    const { body } = await ana.post('/files/url', { url: 'sitio.example' })
    const message = 'La URL debe comenzar con http:// o https:// y tener un sitio, sin usuario ni contraseña'
    expect(body.errors).toEqual([{ field: 'url', message }])
  })

  test('are named by their address, decoded where that is safe', async () => {
    const names: [string, string][] = [
      ['Biblioteca_de_Alejandr%C3%ADa', 'Biblioteca_de_Alejandría'],
      ...['a%20b', '%E2%80%AEcod', '100%'].map((path): [string, string] => [path, path]),
      ['a'.repeat(300), 'a'.repeat(233)],
    ]
    const site = 'https://sitio.example/'
    for (const [path, name] of names)
      expect(await ana.links(site + path)).toMatchObject({ original_url: site + path, original_name: site + name })
  })
})
