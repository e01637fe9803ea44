// Smaller versions of pictures: made off the request's path, upright, without metadata, and never at the server's expense.
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../contract/files.ts'
import { foundCommunity } from './support/community.ts'
import { fixture } from './support/fixtures.ts'
import { storageOfThisRun } from './support/storage-of-run.ts'

const community = await foundCommunity({ storage: await storageOfThisRun(), maxUpload: 8 * 2 ** 20 })
afterAll(() => community.close())
const ana = await community.signIn('Ana')

const see = async (address: string | null) => {
  const { status, headers, bytes } = await ana.opensAddress(address)
  return { status, type: headers.get('content-type'), bytes }
}
/** Colour of a picture's point, given in parts of its width and height. */
async function colourAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
  return [...data.subarray(at, at + 3)]
}

describe('a picture', () => {
  test.each(['foto.jpg', 'dibujo.png', 'foto.webp', 'animacion.gif', 'foto.avif', 'iphone.heic'])(
    '%s has a version for cards and one for the screen',
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

  test.each(['foto.jpg', 'iphone.heic'])('%s stands upright', async (name) => {
    const { thumb_url } = await ana.uploads(fixture(name))
    const { bytes } = await see(thumb_url)
    const { width, height } = await sharp(bytes).metadata()
    expect(height).toBeGreaterThan(width)
    const [red = 0, green = 0, blue = 0] = await colourAt(bytes, 0.2, 0.2)
    expect(red).toBeGreaterThan(150)
    expect(Math.max(green, blue)).toBeLessThan(120)
  })

  test('says nothing of where it was taken or by which camera, but for the original', async () => {
    const file = await ana.uploads(fixture('foto.jpg'))
    expect((await sharp(Buffer.from(fixture('foto.jpg').bytes)).metadata()).exif).toBeDefined()
    for (const address of [file.thumb_url, file.screen_url]) {
      const { exif, xmp, iptc, orientation } = await sharp((await see(address)).bytes).metadata()
      expect({ exif, xmp, iptc, orientation }).toEqual({})
    }
    expect((await see(file.cloudinary_url)).bytes.equals(fixture('foto.jpg').bytes)).toBe(true)
  })

  test('that moves goes on moving on the screen, and stands still on the card', async () => {
    const { thumb_url, screen_url } = await ana.uploads(fixture('animacion.gif'))
    expect((await sharp((await see(thumb_url)).bytes).metadata()).pages ?? 1).toBe(1)
    expect((await sharp((await see(screen_url)).bytes).metadata()).pages).toBe(3)
  })

  test('is never made larger', async () => {
    const small = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { thumb_url } = await ana.uploads({ name: 'punto.png', type: 'image/png', bytes: new Uint8Array(small) })
    expect(await sharp((await see(thumb_url)).bytes).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  test('takes its smaller versions along when it is deleted', async () => {
    const before = await community.storedKeys()
    const file = await ana.uploads(fixture('foto.jpg'))
    await see(file.thumb_url)
    await see(file.screen_url)
    expect(await community.storedKeys()).toHaveLength(before.length + 3)
    await ana.delete(`/files/${file.id}`)
    expect(await community.storedKeys()).toEqual(before)
    expect((await see(file.thumb_url)).status).toBe(404)
  })

  test('has its smaller versions made again when they are lost', async () => {
    const file = await ana.uploads(fixture('foto.jpg'))
    await see(file.thumb_url)
    for (const key of await community.storedKeys())
      if (/\.(thumb|screen)$/.test(key)) await community.services.storage.delete(key)
    expect((await see(file.screen_url)).status).toBe(200)
  })
})

describe('what can hurt a decoder', () => {
  test.each(['bomba.png', 'muchos-cuadros.gif', 'truncada.jpg', 'poliglota.gif'])(
    '%s is kept for download, and either shown small or not at all',
    async (name) => {
      const file = await ana.uploads(fixture(name))
      const { status } = await see(file.thumb_url)
      const now = (await ana.get<ArchiveFile>(`/files/${file.id}`)).body
      if (status === 200) expect(now.thumb_url).not.toBeNull()
      else expect([status, now.thumb_url, now.screen_url]).toEqual([404, null, null])
      expect((await see(now.cloudinary_url)).bytes.equals(fixture(name).bytes)).toBe(true)
      expect(await community.services.incoming.list()).toEqual([])
    },
  )

  test('a picture of four thousand million points is not tried', async () => {
    const { thumb_url } = await ana.uploads(fixture('bomba.png'))
    expect((await see(thumb_url)).status).toBe(404)
    expect(community.logText()).toContain('exceeds pixel limit')
  })

  test('nothing is drawn of an SVG, a PDF or a text, whatever they say they are', async () => {
    for (const name of ['vector.svg', 'hostil.svg', 'acta.pdf', 'html-como.png', 'pagina.html']) {
      const { thumb_url, screen_url } = await ana.uploads(fixture(name, { type: 'image/png', name: 'foto.png' }))
      expect([thumb_url, screen_url]).toEqual([null, null])
    }
  })

  test('others are served meanwhile', async () => {
    const bombs = Array.from({ length: 5 }, () => ana.uploads(fixture('muchos-cuadros.gif')))
    expect((await ana.get('/files')).status).toBe(200)
    await Promise.all(bombs)
    const { thumb_url } = await ana.uploads(fixture('foto.jpg'))
    await expect.poll(async () => (await see(thumb_url)).status, { timeout: 30_000 }).toBe(200)
  })
})
