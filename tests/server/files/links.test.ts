// Links and videos in the archive.
import { afterAll, describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await startCommunity({ storage: await storageOfThisRun(), maxUploadBytes: 2 ** 20 })
afterAll(() => community.close())
const ana = await community.signIn('Ana')

describe('links', () => {
  test('are stored with their address and no bytes', async () => {
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

  test('one without http says how it has to begin', async () => {
    const { body } = await ana.post('/files/url', { url: 'sitio.example' })
    const message = 'La URL debe comenzar con http:// o https:// y tener un sitio, sin usuario ni contraseña'
    expect(body.errors).toEqual([{ field: 'url', message }])
  })

  test('are named by their address, decoded where that is safe', async () => {
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

  test('that only look like YouTube are plain links', async () => {
    for (const url of ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'https://youtu.be/corto'])
      expect(await ana.links(url)).toMatchObject({ file_type: 'text/uri-list', embed_url: null })
  })
})
