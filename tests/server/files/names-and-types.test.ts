// Names and types of uploaded files.
import { afterAll, describe, expect, test } from 'vitest'
import { fixture } from '../../support/fixtures.ts'
import { startCommunity } from '../../support/server/community.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await startCommunity({ storage: await storageOfThisRun(), maxUploadBytes: 2 ** 20 })
afterAll(() => community.close())
const ana = await community.signIn('Ana')

describe('the name of an uploaded file', () => {
  const cases: [given: string, kept: string][] = [
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
  ]
  test.each(cases)('%j is stored as %j', async (given, kept) => {
    const { original_name } = await ana.uploads({ name: given, type: 'text/plain', bytes: 'x' })
    expect(original_name).toBe(kept)
  })
})

describe('the type of an uploaded file is detected from its content', () => {
  const honest: [file: string, type: string][] = [
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
  ]
  test.each(honest)('%s is %s, whatever its name and declared type', async (file, type) => {
    expect((await ana.uploads(fixture(file))).file_type).toBe(type)
    const lying = await ana.uploads(fixture(file, { type: 'image/png', name: 'foto.png' }))
    if (!['vector.svg', 'notas.txt', 'tabla.csv', 'pagina.html'].includes(file)) expect(lying.file_type).toBe(type)
    else expect(lying.file_type).toBe('text/plain')
  })

  test('a file that only claims to be a picture is not a picture', async () => {
    for (const bytes of ['<script>alert(1)</script>', '\u0000\u0001\u0002nada'])
      for (const type of ['image/png', 'application/pdf', 'audio/mpeg', 'video/mp4', 'image/heic']) {
        const { file_type, thumb_url } = await ana.uploads({ name: 'foto.png', type, bytes })
        expect(['text/plain', 'application/octet-stream']).toContain(file_type)
        expect(thumb_url).toBeNull()
      }
  })

  test('a table in Windows-1252 is a table', async () => {
    const bytes = Buffer.from('Año;Título\r\n1931;Ágora\r\n', 'latin1')
    for (const type of ['', 'text/csv', 'application/vnd.ms-excel'])
      expect((await ana.uploads({ name: 'cuentas.csv', type, bytes })).file_type).toBe('text/csv')
    // a preview would show it with wrong letters
    expect((await ana.uploads({ name: 'notas.txt', type: 'text/plain', bytes })).file_type).toBe(
      'application/octet-stream',
    )
    expect((await ana.uploads({ name: 'a.csv', bytes: Buffer.from('a;b\x00;ñ', 'latin1') })).file_type).toBe(
      'application/octet-stream',
    )
  })

  test('content of an unknown type keeps its declared type', async () => {
    const bytes = Uint8Array.from([0, 1, 2, 3, 250, 251])
    expect((await ana.uploads({ bytes, type: 'application/x-juego' })).file_type).toBe('application/x-juego')
    for (const type of ['', 'nada', 'a/b/c', 'text/html', 'text/plain', 'text/uri-list', 'video/youtube'])
      expect((await ana.uploads({ bytes, type })).file_type).toBe('application/octet-stream')
  })
})
