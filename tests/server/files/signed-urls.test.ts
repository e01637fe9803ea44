// Signed URLs of blobs (DECISIONS §2 "Files"): for a session, a version of a file, and some hours.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, days, minutes } from '../../support/server/community.ts'
import { beginDownload, sendTarget } from '../../support/server/sockets/raw-http.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const size = 48 * 2 ** 20
const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: size })
const { hipatia, visitor, port } = community
const ana = await community.signIn('Ana')
const open = visitor.fetchesBytes

const tale = 'Había una vez una biblioteca junto al mar.'
const upload = (name = 'cuento.txt') => ana.uploads({ name, type: 'text/plain', bytes: tale })
const addressOf = async (id: string, reader = ana) =>
  (await reader.get<ArchiveFile>(`/files/${id}`)).body.cloudinary_url ?? ''
const read = async (address: string | null, headers?: Record<string, string>, method = 'GET') => {
  const { status, headers: said, bytes } = await open(address, { method, ...(headers ? { headers } : {}) })
  return { status, text: bytes.toString(), headers: said }
}

describe('a signed URL', () => {
  test('returns the bytes without a token, is the same for hours, also if another session ends, and expires in half a day', async () => {
    const { id, cloudinary_url } = await upload()
    expect(await read(cloudinary_url)).toMatchObject({ status: 200, text: tale })
    const again = () => addressOf(id)
    expect(await again()).toBe(cloudinary_url)
    community.advanceClock(minutes(6 * 60))
    const elsewhere = await community.signIn('Ana')
    await elsewhere.post('/auth/logout')
    expect((await read(cloudinary_url)).status).toBe(200)
    expect(await again()).not.toBe(cloudinary_url)
    community.advanceClock(minutes(6 * 60))
    expect((await read(cloudinary_url)).status).toBe(403)
    expect((await read(await again())).status).toBe(200)
  })

  const ends: Record<string, (person: typeof ana) => Promise<unknown>> = {
    'signs out': (person) => person.post('/auth/logout'),
    'is deactivated': ({ id }) => hipatia.post(`/auth/users/${id}/toggle-status`),
    'is deleted': ({ id }) => hipatia.delete(`/auth/users/${id}`),
    'has the password reset': ({ id }) => hipatia.put(`/auth/users/${id}`, { password: 'otra clave nueva' }),
    'stays away for a month': async () => community.advanceClock(days(30)),
  }
  test.each(Object.keys(ends))('stops working when its person %s', async (how) => {
    const person = await community.signIn(`Persona que ${how}`)
    const { cloudinary_url } = await person.uploads(fixture('dibujo.png'))
    expect((await read(cloudinary_url)).status).toBe(200)
    await ends[how]?.(person)
    expect((await read(cloudinary_url)).status).toBe(403)
    community.clock.now -= how.startsWith('stays') ? days(30) : 0
  })
})

describe('a signed URL that the server did not issue', () => {
  test('is refused, whichever part of it is changed, and in no log, as the issued ones', async () => {
    const [one, other] = [await upload(), await ana.uploads(fixture('foto.jpg'))]
    const bruno = await community.signIn('Bruno')
    const brunos = await addressOf(one.id, bruno)
    const address = one.cloudinary_url ?? ''
    const [base, signedPart = ''] = address.split('/content/')
    const [rendition, expires, session, signature = ''] = signedPart.split('.')
    const made = (...parts: unknown[]) => `${base}/content/${parts.join('.')}`
    const forged = [
      address.replace(one.id, other.id),
      (other.cloudinary_url ?? '').replace('original', 'thumb'),
      (other.thumb_url ?? '').replace('thumb', 'original'),
      made(rendition, Number(expires) + 1, session, signature),
      made(rendition, `${expires}0`, session, signature),
      made(rendition, expires, brunos.split('.')[2], signature),
      made(rendition, expires, session, signature.slice(0, -1)),
      made(rendition, expires, session, signature.toUpperCase()),
      made(rendition, expires, session, `${signature}A`),
      made(rendition, expires, session, 'A'.repeat(43)),
      made(rendition, expires, session),
      made('constructor', expires, session, signature),
      `${base}/content/x`,
      `${base}/content/${'x'.repeat(5000)}`,
    ]
    for (const one of forged) expect((await read(one)).status, one).toBeOneOf([403, 404])
    expect((await read(address)).status).toBe(200)
    expect(community.logText()).not.toContain(signature)
  })

  test('reaches no folder of the server', async () => {
    for (const target of [
      ...['/api/files/../../alejandria.db', '/api/files/..%2f..%2falejandria.db/content/x'],
      ...['/files/..%2f..%2falejandria.db', '/api/files/%00/content/x'],
    ])
      expect((await sendTarget(port, 'GET', target)).status, target).toBeOneOf([400, 401, 403, 404])
  })
})

describe('the answer of a signed URL', () => {
  test('can’t run scripts, nor be embedded or read by another site: no sniffing, a sandbox, and only harmless types inline', async () => {
    const inline = [
      ...['foto.jpg', 'dibujo.png', 'foto.webp', 'animacion.gif', 'foto.avif', 'voz.mp3'],
      ...['campana.wav', 'clip.mp4', 'clip.webm', 'acta.pdf', 'notas.txt'],
    ]
    const never = [
      ...['vector.svg', 'hostil.svg', 'pagina.html', 'html-como.png', 'paquete.zip'],
      ...['carta.docx', 'cuentas.xlsx', 'tabla.csv', 'iphone.heic'],
    ]
    for (const name of [...inline, ...never]) {
      const file = await ana.uploads(fixture(name))
      const { headers } = await read(file.cloudinary_url)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      // ranges of a recording are requested from our origin
      const sandbox = /\.(mp3|wav|mp4|webm)$/.test(name) ? 'sandbox allow-same-origin' : 'sandbox'
      expect(headers.get('content-security-policy'), name).toMatch(new RegExp(`^${sandbox}; default-src 'none'`))
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('cache-control')).toBe('private, no-cache')
      const disposition = headers.get('content-disposition')
      if (inline.includes(name)) expect([name, disposition]).toEqual([name, expect.stringMatching(/^inline; /)])
      else if (name !== 'html-como.png') {
        expect([name, disposition]).toEqual([name, expect.stringMatching(/^attachment; /)])
        expect(headers.get('content-type')).toBe('application/octet-stream')
      } else expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
  })

  test('is a download under the file’s name with download=1', async () => {
    const names: [string, string][] = [
      ['cuento.txt', 'attachment; filename=cuento.txt'],
      [
        'él dijo "sí" 🏺.txt',
        `attachment; filename="?l dijo \\"s?\\" ??.txt"; filename*=UTF-8''%C3%A9l%20dijo%20%22s%C3%AD%22%20%F0%9F%8F%BA.txt`,
      ],
      [';filename=mal.html', 'attachment; filename=";filename=mal.html"'],
    ]
    for (const [name, disposition] of names) {
      const { cloudinary_url } = await upload(name)
      const { status, headers, text } = await read(`${cloudinary_url}?download=1`)
      expect({ status, text }).toEqual({ status: 200, text: tale })
      expect(headers.get('content-disposition')).toBe(disposition)
    }
  })

  test('has a length, an ETag and a date, and HEAD returns the same without the bytes', async () => {
    const { cloudinary_url } = await upload()
    const whole = await read(cloudinary_url)
    const sha256 = createHash('sha256').update(tale).digest('hex')
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-length': '43',
      'content-type': 'text/plain; charset=utf-8',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'last-modified': new Date(community.clock.now).toUTCString(),
    })
    const head = await read(cloudinary_url, {}, 'HEAD')
    expect(head.text).toBe('')
    const changing = (headers: Headers) => {
      const ofLine = ['date', 'x-request-id', 'connection', 'keep-alive']
      return [...headers].filter(([name]) => !ofLine.includes(name))
    }
    expect(changing(head.headers)).toEqual(changing(whole.headers))
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await read(cloudinary_url, {}, method)).status).toBe(405)
  })

  test('of a text of DOS, which browsers can’t decode, is shown in UTF-8 as a whole, and downloaded as it was stored', async () => {
    const { bytes } = fixture('field/excel-msdos-cp850.csv')
    const { cloudinary_url } = await ana.uploads({ name: 'lista.txt', type: 'text/plain', bytes })
    const shown = await read(cloudinary_url, { range: 'bytes=0-4' })
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('José;Núñez Peña')])
    const headers = { 'accept-ranges': 'none', 'content-type': 'text/plain; charset=utf-8' }
    const head = await read(cloudinary_url, {}, 'HEAD')
    for (const answer of [shown, head]) expect(Object.fromEntries(answer.headers)).toMatchObject(headers)
    expect(head.headers.get('content-length')).toBeNull()
    const etag = shown.headers.get('etag') ?? ''
    expect((await read(cloudinary_url, { 'if-none-match': etag })).status).toBe(304)
    const download = await read(`${cloudinary_url}?download=1`, { 'if-none-match': etag })
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'text/plain'])
    expect(download.headers.get('content-length')).toBe(`${bytes.length}`)
  })

  test('is not compressed, not even a long text', async () => {
    const { cloudinary_url } = await ana.uploads({ name: 'largo.txt', type: 'text/plain', bytes: 'a'.repeat(10_000) })
    const { headers } = await read(cloudinary_url, { 'accept-encoding': 'gzip' })
    expect(headers.get('content-encoding')).toBeNull()
    expect(headers.get('content-length')).toBe('10000')
  })
})

describe('a Range header', async () => {
  const { id } = await upload()
  const bytes = Buffer.from(tale)
  const ranges = { '0-4': '0-4', '5-': '5-42', '-5': '38-42', '40-100': '40-42', '-1000': '0-42', '0-0': '0-0' }
  test.each(Object.entries(ranges))('bytes=%s is 206 with exactly these bytes', async (asked, given) => {
    const { status, headers, text } = await read(await addressOf(id), { range: `bytes=${asked}` })
    const [from = 0, to = 0] = given.split('-').map(Number)
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${given}/43`])
    expect(headers.get('content-length')).toBe(String(to - from + 1))
    expect(text).toBe(bytes.subarray(from, to + 1).toString())
  })

  test.each(['bytes=43-', 'bytes=100-200', 'bytes=-0'])('%s beyond the end is 416', async (range) => {
    const { status, headers } = await read(await addressOf(id), { range })
    expect({ status, range: headers.get('content-range') }).toEqual({ status: 416, range: 'bytes */43' })
  })

  const thousand = Array.from({ length: 1000 }, (_, i) => `${i % 40}-${i % 40}`).join(',')
  test.each([
    ['two parts', 'bytes=0-1,3-4'],
    ['a thousand parts', `bytes=${thousand}`],
    ['chapters', 'chapters=1-2'],
    ['letters', 'bytes=x-y'],
    ['nonsense', 'nonsense'],
  ])('with %s gets the whole file', async (_, range) => {
    const { status, text } = await read(await addressOf(id), { range })
    expect({ status, text }).toEqual({ status: 200, text: tale })
  })

  test('gets the part if If-Range names this version, and the whole file if it names another', async () => {
    const { headers } = await read(await addressOf(id))
    const [etag = '', modified = ''] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
    const status = async (condition: string) =>
      (await read(await addressOf(id), { range: 'bytes=0-1', 'if-range': condition })).status
    for (const same of [etag, modified]) expect(await status(same)).toBe(206)
    for (const other of ['"otra"', `W/${etag}`, 'Mon, 01 Jan 2001 00:00:00 GMT']) expect(await status(other)).toBe(200)
  })
})

describe('conditional headers', async () => {
  const { id, cloudinary_url } = await upload()
  const { headers } = await read(cloudinary_url)
  const [etag = '', modified = ''] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
  const long = 'Mon, 01 Jan 2001 00:00:00 GMT'
  const cases: [Record<string, string>, number][] = [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"x", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x"' }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': long }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': modified }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-unmodified-since': long }, 412],
    [{ 'if-unmodified-since': modified }, 200],
  ]
  test.each(cases)('%j is %i', async (sent, status) => {
    const answer = await read(await addressOf(id), sent)
    expect(answer.status).toBe(status)
    if (status === 304) expect({ text: answer.text, etag: answer.headers.get('etag') }).toEqual({ text: '', etag })
  })
})

test('a download ends with its session; the one of another session goes on to its end', async () => {
  const laptop = await community.signIn('Ana')
  const tablet = await community.signIn('Ana')
  const { id } = await ana.uploads({ name: 'grande.bin', bytes: new Uint8Array(size) })
  const begin = async (person: typeof ana) => beginDownload(port, await addressOf(id, person))
  const [cut, whole] = [await begin(laptop), await begin(tablet)]
  expect((await laptop.post('/auth/logout')).status).toBe(204)
  expect((await cut.end()).length).toBeLessThan(size)
  expect((await whole.end()).length).toBeGreaterThan(size)
})
