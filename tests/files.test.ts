// The archive (SPEC §2 'Files', §3 'File record', §7; DECISIONS §2 "Files").
import { afterAll, describe, expect, test } from 'vitest'
import type { ArchiveFile, FileSection } from '../contract/files.ts'
import { buildApp } from '../server/app.ts'
import { foundCommunity, type Sendable } from './support/community.ts'
import { fixture } from './support/fixtures.ts'
import { expectRefusal } from './support/refusal.ts'
import { storageOfThisRun } from './support/storage-of-run.ts'

const community = await foundCommunity({ storage: await storageOfThisRun(), maxUpload: 2 ** 20 })
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const text = (bytes: string, name = 'notas.txt'): Sendable => ({ name, type: 'text/plain', bytes })
const names = (files: { original_name: string }[]) => files.map((file) => file.original_name)

describe('an upload', () => {
  test('is answered with its record, and Bruno reads the same but for the addresses', async () => {
    const historia = await hipatia.opens('Historia')
    const answer = await ana.sendsFile(text('Érase una vez.'), { description: ' Un cuento ', category_id: historia.id })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      original_name: 'notas.txt',
      description: 'Un cuento',
      file_type: 'text/plain',
      file_size: 15,
      source_type: 'upload',
      original_url: null,
      cloudinary_url: expect.stringMatching(/^\/api\/files\/[0-9a-f]{32}\/content\//),
      thumb_url: null,
      screen_url: null,
      post_count: 0,
      docs_viewer_url: null,
      video_id: null,
      embed_url: null,
      category_id: historia.id,
      category_name: 'Historia',
      uploaded_by: 'Ana',
      uploader_id: ana.id,
      uploaded_at: community.moment(),
    })
    const { body } = await bruno.get<ArchiveFile>(`/files/${answer.body.id}`)
    expect(body).toEqual({ ...answer.body, cloudinary_url: expect.any(String) })
    expect(body.cloudinary_url).not.toBe(answer.body.cloudinary_url)
    const { bytes } = await bruno.opensAddress(body.cloudinary_url)
    expect(bytes.toString()).toBe('Érase una vez.')
  })

  test('is hers whoever she says she is', async () => {
    const { uploaded_by, uploader_id } = await ana.uploads(text('Mío.'), {
      uploaded_by: 'Hipatia',
      uploader_id: hipatia.id,
    })
    expect({ uploaded_by, uploader_id }).toEqual({ uploaded_by: 'Ana', uploader_id: ana.id })
  })

  test('has its fields before or after the file, and empty ones are none', async () => {
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'text/plain' }), 'primero.txt')
    form.append('description', 'Después')
    form.append('category_id', '')
    const { body } = await ana.post<ArchiveFile>('/files/upload', undefined, { raw: form })
    expect(body).toMatchObject({ original_name: 'primero.txt', description: 'Después', category_id: null })
  })

  test('may have lines in its description, but not more than 1000 characters', async () => {
    const { description } = await ana.uploads(text('x'), { description: 'Uno\nDos' })
    expect(description).toBe('Uno\nDos')
    expect((await ana.uploads(text('x'), { description: 'é'.repeat(1000) })).description).toHaveLength(1000)
    expectRefusal(await ana.sendsFile(text('x'), { description: 'é'.repeat(1001) }), 422, { field: 'description' })
    expectRefusal(await ana.sendsFile(text('x'), { description: 'é'.repeat(100_000) }), 422, { field: 'description' })
  })
})

describe('nothing stays of what is refused', () => {
  const kept = async () => ({
    rows: await community.everything(),
    bytes: await community.storedKeys(),
    arriving: (await community.services.incoming.list()).map(({ name }) => name),
  })
  async function leavesNothing(
    send: () => Promise<Parameters<typeof expectRefusal>[0]>,
    status: number,
    field?: string,
  ) {
    const before = await kept()
    expectRefusal(await send(), status, field === undefined ? {} : { field })
    expect(await kept()).toEqual(before)
  }

  test('an empty file', () => leavesNothing(() => ana.sendsFile(text('')), 422, 'file'))
  test('a form without a file', () =>
    leavesNothing(
      () => {
        const form = new FormData()
        form.append('description', 'Nada')
        return ana.post('/files/upload', undefined, { raw: form })
      },
      422,
      'file',
    ))
  test('two files at once', () =>
    leavesNothing(() => {
      const form = new FormData()
      for (const name of ['uno.txt', 'dos.txt']) form.append('file', new Blob(['x']), name)
      return ana.post('/files/upload', undefined, { raw: form })
    }, 400))
  test('a file in a field of another name', () =>
    leavesNothing(() => {
      const form = new FormData()
      form.append('foto', new Blob(['x']), 'uno.txt')
      return ana.post('/files/upload', undefined, { raw: form })
    }, 400))
  test('a category that does not exist, or nobody can choose', async () => {
    const cerrada = await hipatia.opens('Cerrada')
    await hipatia.put(`/categories/${cerrada.id}`, { is_active: false })
    for (const category_id of ['0'.repeat(32), 'nada', cerrada.id])
      await leavesNothing(() => ana.sendsFile(text('x'), { category_id }), 422, 'category_id')
  })
  test('JSON that looks like a file', () =>
    leavesNothing(() => ana.post('/files/upload', { file: { file: true, filename: '../../x', buffer: 'eA==' } }), 415))
  test('a form without its boundary, and one that ends in the middle', async () => {
    const headers = { 'content-type': 'multipart/form-data' }
    await leavesNothing(() => ana.post('/files/upload', undefined, { raw: 'x', headers }), 400)
    const cut = '--limite\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nmedio'
    const type = { 'content-type': 'multipart/form-data; boundary=limite' }
    await leavesNothing(() => ana.post('/files/upload', undefined, { raw: cut, headers: type }), 400)
  })
  test('fields named like what objects are made of', () =>
    leavesNothing(() => {
      const form = new FormData()
      form.append('__proto__', 'x')
      form.append('file', new Blob(['x']), 'uno.txt')
      return ana.post('/files/upload', undefined, { raw: form })
    }, 400))
  test('ten thousand fields', () =>
    leavesNothing(() => {
      const form = new FormData()
      for (let i = 0; i < 10_000; i++) form.append(`campo${i}`, 'x')
      form.append('file', new Blob(['x']), 'uno.txt')
      return ana.post('/files/upload', undefined, { raw: form })
    }, 400))
})

describe('a name', () => {
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
  test.each(cases)('%j is kept as %j', async (given, kept) => {
    const { original_name } = await ana.uploads({ name: given, type: 'text/plain', bytes: 'x' })
    expect(original_name).toBe(kept)
  })
})

describe('the type is what the content is', () => {
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
  test.each(honest)('%s is %s, whatever it is called and said to be', async (file, type) => {
    expect((await ana.uploads(fixture(file))).file_type).toBe(type)
    const lying = await ana.uploads(fixture(file, { type: 'image/png', name: 'foto.png' }))
    if (!['vector.svg', 'notas.txt', 'tabla.csv', 'pagina.html'].includes(file)) expect(lying.file_type).toBe(type)
    else expect(lying.file_type).toBe('text/plain')
  })

  test('what only says that it is a picture is none', async () => {
    for (const bytes of ['<script>alert(1)</script>', '\u0000\u0001\u0002nada'])
      for (const type of ['image/png', 'application/pdf', 'audio/mpeg', 'video/mp4', 'image/heic']) {
        const { file_type, thumb_url } = await ana.uploads({ name: 'foto.png', type, bytes })
        expect(['text/plain', 'application/octet-stream']).toContain(file_type)
        expect(thumb_url).toBeNull()
      }
  })

  test('a table in the letters of older Windows is a table', async () => {
    const bytes = Buffer.from('Año;Título\r\n1931;Ágora\r\n', 'latin1')
    for (const type of ['', 'text/csv', 'application/vnd.ms-excel'])
      expect((await ana.uploads({ name: 'cuentas.csv', type, bytes })).file_type).toBe('text/csv')
    // what would be shown here would be shown with the wrong letters
    expect((await ana.uploads({ name: 'notas.txt', type: 'text/plain', bytes })).file_type).toBe(
      'application/octet-stream',
    )
    expect((await ana.uploads({ name: 'a.csv', bytes: Buffer.from('a;b\x00;ñ', 'latin1') })).file_type).toBe(
      'application/octet-stream',
    )
  })

  test('what nobody can tell is what it was said to be', async () => {
    const bytes = Uint8Array.from([0, 1, 2, 3, 250, 251])
    expect((await ana.uploads({ bytes, type: 'application/x-juego' })).file_type).toBe('application/x-juego')
    for (const type of ['', 'nada', 'a/b/c', 'text/html', 'text/plain', 'text/uri-list', 'video/youtube'])
      expect((await ana.uploads({ bytes, type })).file_type).toBe('application/octet-stream')
  })
})

describe('links', () => {
  test('are kept with their address and no bytes', async () => {
    const answer = await ana.post<ArchiveFile>('/files/url', {
      url: ' https://biblioteca.example/a?b=1#c ',
      uploaded_by: 'x',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      original_name: 'https://biblioteca.example/a?b=1#c',
      original_url: 'https://biblioteca.example/a?b=1#c',
      source_type: 'url',
      file_type: 'text/uri-list',
      file_size: 0,
      cloudinary_url: null,
      thumb_url: null,
      video_id: null,
      embed_url: null,
    })
  })

  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
  ])('%s is a video', async (url) => {
    expect(await ana.links(url)).toMatchObject({
      file_type: 'video/youtube',
      source_type: 'url',
      original_url: url,
      video_id: 'dQw4w9WgXcQ',
      embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    })
  })

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['ftp://sitio.example/'],
    ['http://'],
    ['https://ana:clave@sitio.example/'],
    ['https://sitio.example/\nX: 1'],
    ['sitio.example'],
    ['   '],
    [`https://sitio.example/${'a'.repeat(2000)}`],
  ])('%j is refused', async (url) => {
    expectRefusal(await ana.post('/files/url', { url }), 422, { field: 'url' })
  })

  test('are called by their address, readable where that is safe', async () => {
    const names: [string, string][] = [
      [
        'https://es.wikipedia.org/wiki/Biblioteca_de_Alejandr%C3%ADa',
        'https://es.wikipedia.org/wiki/Biblioteca_de_Alejandría',
      ],
      ['https://sitio.example/a%20b', 'https://sitio.example/a%20b'],
      ['https://sitio.example/%E2%80%AEcod', 'https://sitio.example/%E2%80%AEcod'],
      ['https://sitio.example/100%', 'https://sitio.example/100%'],
      [`https://sitio.example/${'a'.repeat(300)}`, `https://sitio.example/${'a'.repeat(233)}`],
    ]
    for (const [url, name] of names)
      expect(await ana.links(url)).toMatchObject({ original_url: url, original_name: name })
  })

  test('what looks like YouTube and is not is a plain link', async () => {
    for (const url of ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'https://youtu.be/corto'])
      expect(await ana.links(url)).toMatchObject({ file_type: 'text/uri-list', embed_url: null })
  })
})

describe('the list', () => {
  test('is newest first, by category or without one, and says how much there is', async () => {
    const { hipatia, signIn, passes, close } = await foundCommunity()
    const ana = await signIn('Ana')
    const [b, a] = [await hipatia.opens('Barcos'), await hipatia.opens('Ánforas')]
    for (const [name, category_id] of [
      ['uno.txt', b.id],
      ['dos.txt', a.id],
      ['tres.txt', ''],
      ['cuatro.txt', b.id],
    ]) {
      await ana.uploads(text('x', name), { category_id: category_id ?? '' })
      passes(1000)
    }
    const list = async (query: string) => names((await ana.get<ArchiveFile[]>(`/files${query}`)).body)
    expect(await list('')).toEqual(['cuatro.txt', 'tres.txt', 'dos.txt', 'uno.txt'])
    expect(await list(`?category_id=${b.id}`)).toEqual(['cuatro.txt', 'uno.txt'])
    expect(await list('?category_id=none')).toEqual(['tres.txt'])
    const sections = [
      { category_id: a.id, category_name: 'Ánforas', file_count: 1 },
      { category_id: b.id, category_name: 'Barcos', file_count: 2 },
      { category_id: null, category_name: null, file_count: 1 },
    ]
    expect((await ana.get<FileSection[]>('/files/sections')).body).toEqual(sections)

    const first = await ana.get<ArchiveFile[]>('/files?limit=3')
    expect(first.headers.get('x-total-count')).toBe('4')
    const next = /<\/api(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    await ana.delete(`/files/${first.body[2]?.id}`)
    expect(names((await ana.get<ArchiveFile[]>(next)).body)).toEqual(['uno.txt'])
    expectRefusal(await ana.get('/files?kind=otro'), 422, { field: 'kind' })

    await hipatia.delete(`/categories/${b.id}`)
    expect(await list('?category_id=none')).toEqual(['cuatro.txt', 'tres.txt', 'uno.txt'])
    await close()
  })

  test('can be narrowed to pictures that can be shown and to recordings', async () => {
    const { signIn, close } = await foundCommunity()
    const ana = await signIn('Ana')
    for (const file of ['dibujo.png', 'vector.svg', 'voz.mp3', 'acta.pdf', 'foto.jpg']) await ana.uploads(fixture(file))
    expect(names((await ana.get<ArchiveFile[]>('/files?kind=image')).body).toSorted()).toEqual([
      'dibujo.png',
      'foto.jpg',
    ])
    expect(names((await ana.get<ArchiveFile[]>('/files?kind=audio')).body)).toEqual(['voz.mp3'])
    await close()
  })
})

test('a PDF has the address of the third-party viewer where the operator chose one, nothing else has', async () => {
  const { settings, ...services } = community.services
  const docsViewer = { url: 'https://visor.example/v?u={url}&modo=1', publicUrl: 'https://alejandria.example' }
  const app = await buildApp(
    { ...services, settings: { ...settings, docsViewer } },
    { version: '0', logLevel: 'silent' },
  )
  const [pdf, picture] = [await ana.uploads(fixture('acta.pdf')), await ana.uploads(fixture('dibujo.png'))]
  expect(pdf.docs_viewer_url).toBeNull()
  const read = async (id: string) =>
    (await app.inject({ url: `/api/files/${id}`, headers: { authorization: `Bearer ${ana.token}` } })).json()
  const { docs_viewer_url, cloudinary_url } = await read(pdf.id)
  const address = encodeURIComponent(`https://alejandria.example${cloudinary_url}`)
  expect(docs_viewer_url).toBe(`https://visor.example/v?u=${address}&modo=1`)
  expect((await read(picture.id)).docs_viewer_url).toBeNull()
  await app.close()
})

describe('deleting', () => {
  // smaller versions of pictures of other tests may be on their way
  const storedKeys = async () => (await community.storedKeys()).filter((key) => !key.includes('.'))

  test('is for the uploader and admins, and takes the bytes along', async () => {
    for (const remover of [ana, hipatia]) {
      const before = await storedKeys()
      const file = await ana.uploads(text('Adiós.'))
      expect(await storedKeys()).toHaveLength(before.length + 1)
      expectRefusal(await bruno.delete(`/files/${file.id}`), 403)
      expect((await remover.delete(`/files/${file.id}`)).status).toBe(204)
      expectRefusal(await ana.get(`/files/${file.id}`), 404)
      expect((await ana.opensAddress(file.cloudinary_url)).status).toBe(404)
      expect(await storedKeys()).toEqual(before)
      expectRefusal(await remover.delete(`/files/${file.id}`), 404)
    }
  })

  test('a person leaves their files, with their name and without their id', async () => {
    const carmen = await community.signIn('Carmen')
    const file = await carmen.uploads(text('Me voy.'))
    await hipatia.delete(`/auth/users/${carmen.id}`)
    expect((await ana.get<ArchiveFile>(`/files/${file.id}`)).body).toMatchObject({
      uploaded_by: 'Carmen',
      uploader_id: null,
    })
    const again = await community.signIn('Carmen Dos')
    expectRefusal(await again.delete(`/files/${file.id}`), 403)
  })
})
