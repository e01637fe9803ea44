import { actionsOf, cardOf, downloadOf } from '../../support/browser/pages/archive.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

const youTubePlayer = /^foreign GET https:\/\/www\.youtube-nocookie\.com\/embed\//

test.describe('Uploaded videos', () => {
  test('An uploaded video can be downloaded, and a page can play it from its address', async ({ server, openAs }) => {
    const person = await server.person('Safo')
    const { cloudinary_url } = await person.uploadFile(fixture('clip.webm'))
    await person.uploadFile(fixture('clip.mp4'))
    const safo = await openAs('Safo', '/files')
    for (const name of ['clip.webm', 'clip.mp4']) {
      await expect(cardOf(safo, name).getByText('VIDEO', { exact: true })).toBeVisible()
      await expect(cardOf(safo, name).getByRole('button', { name: /^(Ver|Play)$/ })).toHaveCount(0)
      const download = await downloadOf(safo, cardOf(safo, name).getByRole('link', { name: 'Descargar' }))
      expect(download.name).toBe(name)
      expect(download.bytes).toEqual(fixture(name).bytes)
    }
    // played by a page of this site from its address alone, to its end
    const seen = await safo.evaluate(async (address) => {
      const video = Object.assign(document.createElement('video'), { src: address, muted: true })
      await video.play()
      const { duration, videoWidth, videoHeight } = video
      const passed = await new Promise<number>((resolve) => {
        video.addEventListener('ended', () => resolve(video.currentTime))
      })
      return { duration: Math.round(duration), passed: Math.round(passed), videoWidth, videoHeight }
    }, cloudinary_url as string)
    expect(seen).toEqual({ duration: 1, passed: 1, videoWidth: 160, videoHeight: 120 })
  })
})

test.describe('Links to YouTube', () => {
  const id = 'dQw4w9WgXcQ'
  const addresses = [
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?v=${id}&list=PL1234567890&index=2`,
    `https://m.youtube.com/watch?app=desktop&v=${id}`,
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?si=abcdefgh`,
    `https://www.youtube.com/live/${id}`,
    `https://www.youtube.com/embed/${id}`,
    `http://youtube.com/watch?v=${id}`,
  ]

  test('Every form of a YouTube address becomes a video card, and nothing is requested from YouTube before a click', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    const zenon = await server.person('Zenón')
    for (const address of addresses) await zenon.addLink(address)
    const safo = await openAs('Safo', '/files')
    const foreign: string[] = []
    safo.on('request', (request) => {
      if (!request.url().startsWith(server.url)) foreign.push(request.url())
    })
    await safo.reload()
    for (const address of addresses) {
      const card = cardOf(safo, address)
      await card.scrollIntoViewIfNeeded()
      await expect(card.getByText('VIDEO', { exact: true })).toBeVisible()
      await expect(card.getByRole('button', { name: 'Reproducir: Vídeo de YouTube youtube.com' })).toBeVisible()
      await expect(card).not.toContainText('(Short)')
      const original = card.getByRole('link', { name: 'Ver en YouTube' })
      await expect(original).toHaveAttribute('href', address)
      await expect(original).toHaveAttribute('target', '_blank')
      expect((await actionsOf(card)).links).toEqual(['Ver en YouTube'])
    }
    await expect(safo.locator('iframe')).toHaveCount(0)
    expect(foreign.filter((url) => !/^(data|blob):/.test(url))).toEqual([])

    pageErrors.expect(youTubePlayer)
    await safo.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>El video</p>' }),
    )
    const card = cardOf(safo, `https://youtu.be/${id}`)
    await card.getByRole('button', { name: /^Reproducir/ }).click()
    const frame = card.locator('iframe')
    await expect(frame).toHaveAttribute('src', new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${id}\\?`))
    await expect(frame).toHaveAttribute('title', 'Vídeo de YouTube')
    await expect(frame.contentFrame().getByText('El video')).toBeVisible()
    const box = await frame.boundingBox()
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
    await expect(safo.locator('iframe')).toHaveCount(1)
  })

  test('A YouTube address with /shorts/ is marked "(Short)", also on a phone', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    for (const host of ['www.youtube.com', 'm.youtube.com', 'youtube.com'])
      await zenon.addLink(`https://${host}/shorts/${id}`)
    const safo = await openAs('Safo', '/files', { screen: 'phone' })
    for (const host of ['www.youtube.com', 'm.youtube.com', 'youtube.com']) {
      const address = `https://${host}/shorts/${id}`
      const card = cardOf(safo, `${address} (Short)`)
      await expect(card.getByRole('button', { name: 'Reproducir: Vídeo de YouTube (Short) youtube.com' })).toBeVisible()
      await expect(card.getByRole('link', { name: 'Ver en YouTube' })).toHaveAttribute('href', address)
    }
  })

  test('An address that only resembles one of YouTube is an ordinary link', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    const others = [
      `https://youtube.com.malo.example/watch?v=${id}`,
      `https://malo.example/youtu.be/${id}`,
      'https://www.youtube.com/watch?v=corto',
      'https://www.youtube.com/@alejandria',
      `https://malo.example/shorts/${id}`,
    ]
    for (const address of others) await zenon.addLink(address)
    const safo = await openAs('Safo', '/files')
    for (const address of others) {
      const card = cardOf(safo, address)
      await expect(card.getByText('URL', { exact: true })).toBeVisible()
      expect(await actionsOf(card)).toEqual({ links: ['Abrir'], buttons: [] })
    }
  })
})
