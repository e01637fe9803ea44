// Smaller versions of pictures: made after the answer, upright, without metadata, and within limits.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile } from '../../support/server/community.ts'
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
/** Colour at a point, given in parts of the picture's width and height. */
async function colourAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
  return [...data.subarray(at, at + 3)]
}

describe('a picture', () => {
  test.each(['foto.jpg', 'dibujo.png', 'foto.webp', 'animacion.gif', 'foto.avif', 'iphone.heic'])(
    '%s has a version for cards and another for the screen',
    async (name) => {
      const { thumb_url, screen_url } = await ana.uploads(fixture(name))
      for (const [address, side] of [
        [thumb_url, 480],
        [screen_url, 1600],
      ] as const) {
        const { status, type, bytes } = await see(address)
        expect({ status, type }).toEqual({ status: 200, type: 'image/webp' })
        const { width, height, format } = await sharp(bytes).metadata()
        expect(format).toBe('webp')
        expect(Math.max(width, height)).toBeLessThanOrEqual(side)
      }
    },
  )

  test.each(['foto.jpg', 'iphone.heic'])('%s is shown upright', async (name) => {
    const { thumb_url } = await ana.uploads(fixture(name))
    const { bytes } = await see(thumb_url)
    const { width, height } = await sharp(bytes).metadata()
    expect(height).toBeGreaterThan(width)
    const [red = 0, green = 0, blue = 0] = await colourAt(bytes, 0.2, 0.2)
    expect(red).toBeGreaterThan(150)
    expect(Math.max(green, blue)).toBeLessThan(120)
  })

  test('has no location or camera in its smaller versions, only in the original', async () => {
    const file = await ana.uploads(fixture('foto.jpg'))
    expect((await sharp(Buffer.from(fixture('foto.jpg').bytes)).metadata()).exif).toBeDefined()
    for (const address of [file.thumb_url, file.screen_url]) {
      const { exif, xmp, iptc, orientation } = await sharp((await see(address)).bytes).metadata()
      expect({ exif, xmp, iptc, orientation }).toEqual({})
    }
    expect((await see(file.cloudinary_url)).bytes.equals(fixture('foto.jpg').bytes)).toBe(true)
  })

  test('with animation stays animated on the screen, and is still on the card', async () => {
    const { thumb_url, screen_url } = await ana.uploads(fixture('animacion.gif'))
    expect((await sharp((await see(thumb_url)).bytes).metadata()).pages ?? 1).toBe(1)
    expect((await sharp((await see(screen_url)).bytes).metadata()).pages).toBe(3)
  })

  test('is never enlarged', async () => {
    const small = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const dot = { name: 'punto.png', type: 'image/png', bytes: new Uint8Array(small) }
    const { thumb_url, screen_url } = await ana.uploads(dot)
    expect(await sharp((await see(thumb_url)).bytes).metadata()).toMatchObject({ width: 20, height: 10 })
    await see(screen_url) // or it might be stored during the next test, which counts
  })

  test('loses its smaller versions when it is deleted', async () => {
    const before = await community.storedKeys()
    const file = await ana.uploads(fixture('foto.jpg'))
    await see(file.thumb_url)
    await see(file.screen_url)
    expect(await community.storedKeys()).toHaveLength(before.length + 3)
    await ana.delete(`/files/${file.id}`)
    expect(await community.storedKeys()).toEqual(before)
    expect((await see(file.thumb_url)).status).toBe(404)
  })

  test('gets new smaller versions when they are lost', async () => {
    const file = await ana.uploads(fixture('foto.jpg'))
    await see(file.thumb_url)
    for (const key of await community.storedKeys())
      if (/\.(thumb|screen)$/.test(key)) await community.services.storage.delete(key)
    expect((await see(file.screen_url)).status).toBe(200)
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
