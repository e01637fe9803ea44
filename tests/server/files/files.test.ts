// @databases both
// The archive (SPEC §2 'Files', §3 'File record', §7; DECISIONS §2 "Files").
import { describe, expect, test } from 'vitest'
import type { ArchiveFile, FileSection } from '../../../contract/files.ts'
import { buildApp } from '../../../server/app.ts'
import { fixture } from '../../support/fixtures.ts'
import {
  communityOfThisFile,
  communityOfThisTest,
  type FileToSend,
  pagesOf,
  type RequestOptions,
} from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: 2 ** 20 })
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const text = (bytes: string, name = 'notas.txt'): FileToSend => ({ name, type: 'text/plain', bytes })
const names = (files: { original_name: string }[]) => files.map((file) => file.original_name)

describe('an upload', () => {
  test('returns its record to Ana, and Bruno gets the same except for the addresses', async () => {
    const historia = await hipatia.createsCategory('Historia')
    const answer = await ana.sendsFile(text('Érase una vez.'), { description: ' Un cuento ', category_id: historia.id })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      original_name: 'notas.txt',
      title: null,
      text_state: null,
      description: 'Un cuento',
      file_type: 'text/plain',
      file_size: 15,
      source_type: 'upload',
      original_url: null,
      cloudinary_url: expect.stringMatching(/^\/api\/files\/[0-9a-f]{32}\/content\//),
      thumb_url: null,
      screen_url: null,
      width: null,
      height: null,
      post_count: 0,
      reactions: [],
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
    const { bytes } = await bruno.fetchesBytes(body.cloudinary_url)
    expect(bytes.toString()).toBe('Érase una vez.')
  })

  test('may have its fields before or after the file, empty ones are null, and a description has lines, but not too many letters', async () => {
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'text/plain' }), 'primero.txt')
    form.append('description', 'Uno\nDos')
    form.append('category_id', '')
    const { body } = await ana.post<ArchiveFile>('/files/upload', undefined, { raw: form })
    expect(body).toMatchObject({ original_name: 'primero.txt', description: 'Uno\nDos', category_id: null })
    expect((await ana.uploads(text('x'), { description: 'é'.repeat(1000) })).description).toHaveLength(1000)
    expectRefusal(await ana.sendsFile(text('x'), { description: 'é'.repeat(1001) }), 422, { field: 'description' })
    expectRefusal(await ana.sendsFile(text('x'), { description: 'é'.repeat(100_000) }), 422, { field: 'description' })
  })
})

describe('a refused upload stores nothing', async () => {
  const kept = async () => ({
    rows: await community.readAllTables(),
    bytes: await community.storedKeys(),
    arriving: (await community.services.incoming.list()).map(({ name }) => name),
  })
  const form = (...parts: [field: string, value: string | Blob, name?: string][]) => {
    const raw = new FormData()
    for (const [field, value, name] of parts) raw.append(field, value as Blob, ...(name ? [name] : []))
    return { raw }
  }
  const cut = '--limite\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nmedio'
  const one = new Blob(['x'])
  const closed = await hipatia.createsCategory('Cerrada')
  await hipatia.put(`/categories/${closed.id}`, { is_active: false })
  const ofCategory = (id: string) => form(['category_id', id], ['file', one, 'uno.txt'])
  const fields = Array.from({ length: 10_000 }, (_, n): [string, string] => [`campo${n}`, 'x'])
  const cases: [what: string, sent: RequestOptions, status: number, field?: string][] = [
    ['an empty file', form(['file', new Blob([]), 'uno.txt']), 422, 'file'],
    ['a form without a file', form(['description', 'Nada']), 422, 'file'],
    ['two files at once', form(['file', one, 'uno.txt'], ['file', one, 'dos.txt']), 400],
    ['a file in a field with a wrong name', form(['foto', one, 'uno.txt']), 400],
    ['an unknown category', ofCategory('0'.repeat(32)), 422, 'category_id'],
    ['a malformed category', ofCategory('nada'), 422, 'category_id'],
    ['an inactive category', ofCategory(closed.id), 422, 'category_id'],
    ['JSON that looks like a file', { body: { file: { file: true, filename: '../../x', buffer: 'eA==' } } }, 415],
    ['a form without its boundary', { raw: 'x', headers: { 'content-type': 'multipart/form-data' } }, 400],
    ['a form that is cut off', { raw: cut, headers: { 'content-type': 'multipart/form-data; boundary=limite' } }, 400],
    ['a field with the name of a prototype', form(['__proto__', 'x'], ['file', one, 'uno.txt']), 400],
    ['ten thousand fields', form(...fields, ['file', one, 'uno.txt']), 400],
  ]
  test.each(cases)('%s', async (_what, sent, status, field) => {
    const before = await kept()
    expectRefusal(await ana.ask('POST', '/files/upload', sent), status, field === undefined ? {} : { field })
    expect(await kept()).toEqual(before)
  })
})

describe('the list of files', () => {
  test('is newest first, by category or without a category, with the total', async () => {
    const { hipatia, signIn, advanceClock: passes } = await communityOfThisTest()
    const ana = await signIn('Ana')
    const [b, a] = [await hipatia.createsCategory('Barcos'), await hipatia.createsCategory('Ánforas')]
    const categories = { 'uno.txt': b.id, 'dos.txt': a.id, 'tres.txt': '', 'cuatro.txt': b.id }
    for (const [name, category_id] of Object.entries(categories)) {
      await ana.uploads(text('x', name), { category_id })
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

    const deleteThird = (seen: ArchiveFile[]) => ana.delete(`/files/${seen[2]?.id}`)
    const [first, last] = await pagesOf<ArchiveFile>(ana, '/files?limit=3', deleteThird)
    expect([first?.total, names(last?.body ?? [])]).toEqual([4, ['uno.txt']])
    expectRefusal(await ana.get('/files?kind=otro'), 422, { field: 'kind' })

    await hipatia.delete(`/categories/${b.id}`)
    expect(await list('?category_id=none')).toEqual(['cuatro.txt', 'tres.txt', 'uno.txt'])
  })

  test('can be filtered by pictures with a preview and by recordings that browsers play', async () => {
    const { db, signIn } = await communityOfThisTest()
    const ana = await signIn('Ana')
    for (const file of ['dibujo.png', 'vector.svg', 'voz.mp3', 'acta.pdf', 'foto.jpg']) await ana.uploads(fixture(file))
    const { id } = await ana.uploads(fixture('campana.wav'))
    await changeRows(db, 'files', { file_type: 'audio/x-ms-wma' }, { id })
    const ofKind = async (kind: string) => names((await ana.get<ArchiveFile[]>(`/files?kind=${kind}`)).body).toSorted()
    expect(await ofKind('image')).toEqual(['dibujo.png', 'foto.jpg'])
    expect(await ofKind('audio')).toEqual(['voz.mp3'])
  })
})

test('a PDF has the address of the third-party viewer if it is configured, other files never', async () => {
  const { settings, ...services } = community.services
  const docsViewer = 'https://visor.example/v?u={url}&modo=1'
  const withViewer = { ...services, settings: { ...settings, docsViewer } }
  const app = await buildApp(withViewer, { version: '0', logLevel: 'silent' })
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

test('the deletion of a file is for its uploader and admins only, and removes the bytes', async () => {
  // smaller versions of other tests' pictures may still be written
  const storedKeys = async () => (await community.storedKeys()).filter((key) => !key.includes('.'))
  for (const remover of [ana, hipatia]) {
    const before = await storedKeys()
    const file = await ana.uploads(text('Adiós.'))
    expect(await storedKeys()).toHaveLength(before.length + 1)
    expectRefusal(await bruno.delete(`/files/${file.id}`), 403)
    expect((await remover.delete(`/files/${file.id}`)).status).toBe(204)
    expectRefusal(await ana.get(`/files/${file.id}`), 404)
    expect((await ana.fetchesBytes(file.cloudinary_url)).status).toBe(404)
    expect(await storedKeys()).toEqual(before)
    expectRefusal(await remover.delete(`/files/${file.id}`), 404)
  }
})
