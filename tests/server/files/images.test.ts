// Smaller versions of pictures: made after the answer, upright, without metadata, and within limits.
import sharp, { type JpegOptions } from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile } from '../../support/server/community.ts'
import { changeRows, rowOf } from '../../support/server/database/rows.ts'
import { until } from '../../support/server/sockets/sockets.ts'
import { storageOfThisRun } from '../../support/server/storage/storage-of-run.ts'

const community = await communityOfThisFile({ storage: await storageOfThisRun(), maxUploadBytes: 8 * 2 ** 20 })
const ana = await community.signIn('Ana')

/** The answer once the smaller versions are made: on a busy machine it is 503 before. */
const see = (address: string | null) =>
  until(async () => {
    const { status, headers, bytes } = await ana.fetchesBytes(address)
    expect(status).not.toBe(503)
    return { status, type: headers.get('content-type'), bytes }
  })
const shown = async (address: string | null) => sharp((await see(address)).bytes).metadata()
const sizeOf = async (id: string) => {
  const { width, height } = (await ana.get<ArchiveFile>(`/files/${id}`)).body
  return { width, height }
}
/** Colour at a point, given in parts of the picture's width and height. */
async function colourAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
  return [...data.subarray(at, at + 3)]
}

/** Says that it is larger than it is: what is missing is grey. */
async function hugeJpeg(width: number, height: number, options: JpegOptions = {}) {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .jpeg(options)
    .toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, options.progressive ? 0xc2 : 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return { name: 'foto.jpg', type: 'image/jpeg', bytes: new Uint8Array(bytes) }
}

async function png(width: number, height: number) {
  const picture = sharp({ create: { width, height, channels: 3, background: 'teal' } }).png()
  return { name: 'dibujo.png', type: 'image/png', bytes: new Uint8Array(await picture.toBuffer()) }
}

/** 40 x 30, red above and blue below. */
function bmp(bits: number) {
  const [width, height, rowLength] = [40, 30, Math.ceil((40 * bits) / 32) * 4]
  const palette = Buffer.from([0, 0, 255, 0, 255, 0, 0, 0])
  const head = Buffer.alloc(54)
  const start = head.length + palette.length
  head.write('BM')
  const size = rowLength * height
  const numbers = { 2: start + size, 10: start, 14: 40, 18: width, 22: height, 34: size, 46: 2 }
  for (const [at, value] of Object.entries(numbers)) head.writeUInt32LE(value, Number(at))
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bits, 28)
  const pixels = { 1: '00 ff', 4: '00 11', 8: '00 01', 24: '0000ff ff0000', 32: '0000ff00 ff000000' }[bits]?.split(' ')
  // from below
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.alloc(rowLength, Buffer.from(pixels?.[row < height / 2 ? 1 : 0] ?? '', 'hex')),
  )
  return new Uint8Array(Buffer.concat([head, palette, ...rows]))
}

describe('a picture', () => {
  test.each([
    ...['foto.jpg', 'dibujo.png', 'foto.webp', 'animacion.gif', 'foto.avif', 'iphone.heic'],
    // the end is missing, of the first one no more than its mark
    ...['field/pictures/foto-sin-marca-de-fin.jpg', 'field/pictures/foto-cortada.jpg', 'truncada.jpg'],
  ])('%s has a version for cards and another for the screen', async (name) => {
    const { thumb_url, screen_url } = await ana.uploads(fixture(name))
    for (const side of [480, 1600]) {
      const { status, type, bytes } = await see(side === 480 ? thumb_url : screen_url)
      expect({ status, type }).toEqual({ status: 200, type: 'image/webp' })
      const { width, height, format } = await sharp(bytes).metadata()
      expect(format).toBe('webp')
      expect(Math.max(width, height)).toBeLessThanOrEqual(side)
    }
  })

  test.each(['foto.jpg', 'iphone.heic'])('%s is shown upright', async (name) => {
    const { thumb_url } = await ana.uploads(fixture(name))
    const { bytes } = await see(thumb_url)
    const { width, height } = await sharp(bytes).metadata()
    expect(height).toBeGreaterThan(width)
    const [red = 0, green = 0, blue = 0] = await colourAt(bytes, 0.2, 0.2)
    expect(red).toBeGreaterThan(150)
    expect(Math.max(green, blue)).toBeLessThan(120)
  })

  test.each([
    [6, { width: 200, height: 300 }, [0.75, 0.5]],
    [8, { width: 200, height: 300 }, [0.25, 0.5]],
    [3, { width: 300, height: 200 }, [0.5, 0.75]],
    [5, { width: 200, height: 300 }, [0.25, 0.5]],
    [7, { width: 200, height: 300 }, [0.75, 0.5]],
  ] as const)(
    'as HEIC is turned by the orientation %i of its EXIF, if its container says none',
    async (orientation, size, [x, y]) => {
      const photo = fixture('field/pictures/foto-girada-solo-en-exif.heic')
      const tag = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0])
      photo.bytes[Buffer.from(photo.bytes).indexOf(tag) + tag.length] = orientation
      const { id, screen_url } = await ana.uploads(photo)
      const { bytes } = await see(screen_url)
      expect(await sharp(bytes).metadata()).toMatchObject(size)
      expect(await sizeOf(id)).toEqual(size)
      // the head of an arrow that pointed up
      const [red = 0, green = 0, blue = 0] = await colourAt(bytes, x, y)
      expect(red).toBeGreaterThan(200)
      expect(Math.max(green, blue)).toBeLessThan(60)
    },
  )

  test.each([
    ['foto.jpg', { width: 900, height: 1200 }],
    ['foto.avif', { width: 400, height: 300 }],
    ['iphone.heic', { width: 900, height: 1200 }],
    ['animacion.gif', { width: 120, height: 90 }],
    ['field/pictures/animacion.apng.png', { width: 200, height: 150 }],
    ['vector.svg', { width: null, height: null }],
    ['acta.pdf', { width: null, height: null }],
  ])('%s says its size as it is shown, also if it comes from a version that stored none', async (name, size) => {
    const { id, thumb_url } = await ana.uploads(fixture(name))
    if (thumb_url !== null) {
      await see(thumb_url)
      expect(await sizeOf(id)).toEqual(size)
      await changeRows(community.db, 'files', { width: null, height: null }, { id })
    }
    // a look while versions are still being made begins nothing
    const look = async () => thumb_url !== null && see(thumb_url)
    await expect.poll(() => look().then(() => sizeOf(id))).toEqual(size)
  })

  test('has no location or camera in its smaller versions, only in the original', async () => {
    const file = await ana.uploads(fixture('foto.jpg'))
    expect((await sharp(Buffer.from(fixture('foto.jpg').bytes)).metadata()).exif).toBeDefined()
    for (const address of [file.thumb_url, file.screen_url]) {
      const { exif, xmp, iptc, orientation } = await shown(address)
      expect({ exif, xmp, iptc, orientation }).toEqual({})
    }
    expect((await see(file.cloudinary_url)).bytes.equals(fixture('foto.jpg').bytes)).toBe(true)
  })

  test('with animation stays animated on the screen, and is still on the card', async () => {
    const { thumb_url, screen_url } = await ana.uploads(fixture('animacion.gif'))
    expect((await shown(thumb_url)).pages ?? 1).toBe(1)
    expect((await shown(screen_url)).pages).toBe(3)
  })

  test.each([
    ['field/pictures/gif-de-42-megapixeles.gif', 'image/gif'],
    ['field/pictures/animacion.apng.png', 'image/png'],
  ])('%s, whose animation can’t be kept, is its own version for the screen', async (name, file_type) => {
    const file = await ana.uploads(fixture(name))
    expect(file.file_type).toBe(file_type)
    expect((await shown(file.thumb_url)).pages ?? 1).toBe(1)
    const screen = await see(file.screen_url)
    expect(screen).toMatchObject({ status: 200, type: file_type })
    expect(screen.bytes.equals(fixture(name).bytes)).toBe(true)
    const { body } = await ana.get(`/files/${file.id}`)
    expect(body).toMatchObject({ thumb_url: expect.any(String), screen_url: null })
  })

  test.each([
    ['a screenshot of a whole page', 1080, 8000],
    ['a panorama', 8000, 1200],
    ['a page that is longer than a WebP may be', 1000, 20_000],
  ])('that is %s can be read on the screen, and has a square on its card', async (_, width, height) => {
    const { thumb_url, screen_url } = await ana.uploads(await png(width, height))
    expect(await shown(thumb_url)).toMatchObject({ width: 480, height: 480 })
    const screen = await shown(screen_url)
    expect(Math.max(screen.width, screen.height)).toBe(Math.min(16_383, width === 8000 ? 7200 : height))
    expect(screen.width / screen.height).toBeCloseTo(width / height, 2)
  })

  test('of 108 megapixels has smaller versions, as a JPEG that is read in parts', async () => {
    const { thumb_url, screen_url } = await ana.uploads(await hugeJpeg(12_000, 9000))
    expect(await shown(thumb_url)).toMatchObject({ width: 480, height: 360 })
    expect(await shown(screen_url)).toMatchObject({ width: 1600, height: 1200 })
  })

  test.each([
    ['a PNG of 108 megapixels', () => fixture('field/pictures/imagen-108-megapixeles.png')],
    ['a JPEG of 270', () => hugeJpeg(30_000, 9000)],
    ['an icon of a site', () => ({ name: 'a.ico', bytes: new Uint8Array([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0]) })],
    ['a progressive JPEG of 108', () => hugeJpeg(12_000, 9000, { progressive: true })],
  ])('is shown as it is among the others when it has no smaller versions, such as %s', async (_, file) => {
    const { id, thumb_url, cloudinary_url } = await ana.uploads(await file())
    expect((await see(thumb_url)).status).toBe(404)
    const [first] = (await ana.get<ArchiveFile[]>('/files?kind=image')).body
    expect(first).toMatchObject({ id, thumb_url: null, screen_url: null })
    const { headers } = await ana.fetchesBytes(cloudinary_url)
    expect(headers.get('content-disposition')).toMatch(/^inline/)
    expect(headers.get('content-type')).toMatch(/^image\/(png|jpeg|x-icon)$/)
  })

  test('scanned as TIFF, with two pages in shades of grey, has still versions', async () => {
    const pages = [30, 200].map((grey) => Buffer.alloc(60 * 80, grey))
    const raw = { width: 60, height: 160, channels: 1, pageHeight: 80 } as const
    const bytes = await sharp(Buffer.concat(pages), { raw })
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    const file = await ana.uploads({ name: 'acta.tiff', bytes: new Uint8Array(bytes) })
    expect(file.file_type).toBe('image/tiff')
    for (const address of [file.thumb_url, file.screen_url])
      expect(await shown(address)).toMatchObject({ width: 60, height: 80, format: 'webp' })
  })

  test.each([1, 4, 8, 24, 32])('drawn as BMP of %i bits has its colours, the right way up', async (bits) => {
    const file = await ana.uploads({ name: 'dibujo.bmp', bytes: bmp(bits) })
    expect(file.file_type).toBe('image/bmp')
    const { bytes } = await see(file.screen_url)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 })
    expect(await sizeOf(file.id)).toEqual({ width: 40, height: 30 })
    const seen = [...(await colourAt(bytes, 0.5, 0.2)), ...(await colourAt(bytes, 0.5, 0.8))]
    for (const [index, part] of [255, 0, 0, 0, 0, 255].entries())
      expect(Math.abs((seen[index] ?? -255) - part)).toBeLessThan(30)
  })

  test('is never enlarged', async () => {
    const { thumb_url, screen_url } = await ana.uploads(await png(20, 10))
    expect(await shown(thumb_url)).toMatchObject({ width: 20, height: 10 })
    await see(screen_url) // or it might be stored during the next test, which counts
  })

  test('gets new smaller versions when they are lost, and loses them when it is deleted', async () => {
    const before = await community.storedKeys()
    const file = await ana.uploads(fixture('foto.jpg'))
    const seeBoth = async () => {
      for (const address of [file.thumb_url, file.screen_url]) expect((await see(address)).status).toBe(200)
    }
    await seeBoth()
    const made = (await community.storedKeys()).filter((key) => !before.includes(key))
    expect(made).toHaveLength(3)
    for (const key of made) if (/\.(thumb|screen)$/.test(key)) await community.services.storage.delete(key)
    await seeBoth()
    await ana.delete(`/files/${file.id}`)
    expect(await community.storedKeys()).toEqual(before)
    expect((await see(file.thumb_url)).status).toBe(404)
  })

  test('without a known size whose original is lost is looked for three times, however often it is seen', async () => {
    const { id, thumb_url } = await ana.uploads(fixture('foto.jpg'))
    await see(thumb_url)
    await expect.poll(() => community.services.incoming.list()).toEqual([])
    await changeRows(community.db, 'files', { width: null, height: null }, { id })
    const { bytes_key } = await rowOf(community.db, 'files', { id })
    await community.services.storage.delete(`${bytes_key}`)
    const read = vi.spyOn(community.services.storage, 'read')
    onTestFinished(() => read.mockRestore())
    const searches = () => read.mock.calls.filter(([key]) => key === bytes_key).length
    await until(async () => {
      expect((await see(thumb_url)).status).toBe(200)
      expect(searches()).toBe(3)
    })
    for (let look = 0; look < 3; look++) await see(thumb_url)
    expect(searches()).toBe(3)
  })
})

describe('input that may crash a decoder', () => {
  test.each(['bomba.png', 'muchos-cuadros.gif', 'truncada.jpg', 'poliglota.gif'])(
    '%s is stored for download, and shown small or not at all',
    async (name) => {
      const file = await ana.uploads(fixture(name))
      const { status } = await see(file.thumb_url)
      const now = (await ana.get<ArchiveFile>(`/files/${file.id}`)).body
      if (status === 200) expect(now.thumb_url).not.toBeNull()
      else expect([status, now.thumb_url, now.screen_url]).toEqual([404, null, null])
      expect((await see(now.cloudinary_url)).bytes.equals(fixture(name).bytes)).toBe(true)
      await expect.poll(() => community.services.incoming.list()).toEqual([])
    },
  )

  test('a picture of four thousand million pixels is not decoded', async () => {
    const { thumb_url } = await ana.uploads(fixture('bomba.png'))
    expect((await see(thumb_url)).status).toBe(404)
    expect(community.logText()).toContain('exceeds pixel limit')
  })

  test('an SVG, a PDF and a text get no smaller versions, whatever type they declare', async () => {
    for (const name of ['vector.svg', 'hostil.svg', 'acta.pdf', 'html-como.png', 'pagina.html']) {
      const { thumb_url, screen_url } = await ana.uploads(fixture(name, { type: 'image/png', name: 'foto.png' }))
      expect([thumb_url, screen_url]).toEqual([null, null])
    }
  })

  test('hostile pictures don’t delay other requests', async () => {
    const bombs = Array.from({ length: 5 }, () => ana.uploads(fixture('muchos-cuadros.gif')))
    expect((await ana.get('/files')).status).toBe(200)
    await Promise.all(bombs)
    const { thumb_url } = await ana.uploads(fixture('foto.jpg'))
    await expect.poll(async () => (await see(thumb_url)).status, { timeout: 30_000 }).toBe(200)
  })
})
