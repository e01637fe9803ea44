// What a member reads and writes while the telephone has no network.
import type { ChatMessage } from '../../../contract/chat.ts'
import { smallPng } from '../../support/browser/media.ts'
import { serverIsAway } from '../../support/browser/page-errors.ts'
import { expectConnected, messageField, messageWith, sendMessages } from '../../support/browser/pages/chat.ts'
import { signOutButton } from '../../support/browser/pages/navigation.ts'
import { workerTakesOver } from '../../support/browser/pages/service-worker.ts'
import { expect, headerOf, type Locator, type Page, signIn, test } from '../../support/browser/test.ts'
import { fixture } from '../../support/fixtures.ts'

test.use({ serviceWorkers: 'allow', serverName: 'installed-offline' })

const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline)

test.beforeEach(({ pageErrors }) => pageErrors.tolerate(...serverIsAway))
/** The count of answers that are kept of what people have read. */
const answersOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('read '))
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return counts.reduce((sum, count) => sum + count, 0)
  })

/** All bytes that are kept of what people have read, as text. */
const textOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('read '))
    const texts = names.map(async (name) => {
      const cache = await caches.open(name)
      const entries = await Promise.all(
        (await cache.keys()).map(async (key) => [key.url, await cache.match(key)] as const),
      )
      return Promise.all(entries.map(async ([url, entry]) => `${url} ${await entry?.text()}`))
    })
    return (await Promise.all(texts)).flat().join('\n')
  })

const offlineNote = (page: Page) => page.getByText(/^Sin conexión: así estaba hoy a las? \d+:\d\d$/)

test('Telesila reads again without a network what she may see, nothing else, and is told how old it is', async ({
  openAs,
  server,
  pageErrors,
}) => {
  pageErrors.tolerate(/^404 GET \/api\//)
  const { hipatia } = server
  const picture = await hipatia.uploadFile(smallPng('faro.png'))
  const post = await hipatia.createPost({
    title: 'El faro',
    content: `Se veía de lejos. {{file:${picture.id}|faro}}\n\n![De día](file:${picture.id})`,
  })
  await hipatia.call('POST', `/comments/post/${post.id}`, { content: 'Y de noche más.' })
  const page = await openAs('Telesila', '/home', { screen: 'phone' })
  await workerTakesOver(page)
  await page.goto(`/blog/${post.id}`)
  await expect(page.getByText('Y de noche más.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'faro' })).toBeVisible()
  const photo = page.getByRole('img', { name: 'De día' })
  const isPainted = () => photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)
  await expect.poll(isPainted).toBe(true)
  await expect(offlineNote(page)).toBeHidden()

  await setOffline(page, true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'El faro' })).toBeVisible()
  await expect(page.getByText('Y de noche más.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'faro' })).toBeVisible()
  await expect.poll(isPainted).toBe(true)
  await expect(offlineNote(page)).toBeVisible()
  // in one line between the header and the page
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  const [bar, note, title] = [headerOf(page), offlineNote(page), page.getByRole('heading', { name: 'El faro' })]
  const { y, height } = await boxOf(note)
  expect(y).toBeGreaterThanOrEqual((await boxOf(bar)).height)
  expect(height).toBeLessThanOrEqual(36)
  expect((await boxOf(title)).y).toBeGreaterThan(y + height)

  await hipatia.editPost(post, { content: 'Se veía desde el mar.' })
  await setOffline(page, false)
  await expect(page.getByText('Se veía desde el mar.')).toBeVisible()
  await expect(offlineNote(page)).toBeHidden()

  await hipatia.call('PUT', `/posts/${post.id}/publish`, { is_published: false })
  for (const isOffline of [false, true]) {
    await setOffline(page, isOffline)
    await page.reload()
    await expect(headerOf(page)).toContainText('Telesila')
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(page.getByText('Se veía desde el mar.')).toBeHidden()
  }
})

/** True if the page gets the picture of this address. */
const getsPicture = (page: Page, address: string) =>
  page.evaluate((address) => {
    const picture = new Image()
    picture.src = address
    return picture.decode().then(
      () => true,
      () => false,
    )
  }, address)

test('a picture and the targets of links that were read, no others, are found without a network', async ({
  openAs,
  server,
}) => {
  const { hipatia } = server
  const [faro, puerto] = [
    await hipatia.uploadFile(smallPng('faro.png')),
    await hipatia.uploadFile(smallPng('puerto.png')),
  ]
  const page = await openAs('Telesila', '/home')
  await workerTakesOver(page)
  const readFile = () =>
    page.evaluate(async (id) => {
      const headers = { authorization: `Bearer ${sessionStorage.getItem('auth_token')}` }
      const answer = await fetch(`/api/files/${id}`, { headers })
      const file = (await answer.json()) as { cloudinary_url: string }
      return { address: file.cloudinary_url, isStored: answer.headers.has('x-stored') }
    }, faro.id)
  const { address } = await readFile()
  // the picture is the first request after the worker has slept
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  expect(await getsPicture(page, address)).toBe(true)
  await setOffline(page, true)
  // a worker that has just begun again may have the network for a moment more
  await expect.poll(async () => (await readFile()).isStored).toBe(true)
  // another address, which the browser's own cache doesn't have
  expect(await getsPicture(page, `${address}&turn=1`)).toBe(true)

  await setOffline(page, false)
  for (const { id } of [faro, puerto]) {
    const post = await hipatia.createPost({ title: 'Un texto', content: `{{file:${id}|una imagen}}` })
    await page.goto(`/blog/${post.id}`)
    await expect(page.getByRole('main').getByRole('link', { name: 'una imagen' })).toBeVisible()
  }
  await setOffline(page, true)
  const asked = (files: string[]) =>
    page.evaluate(async (files) => {
      const headers = {
        authorization: `Bearer ${sessionStorage.getItem('auth_token')}`,
        'content-type': 'application/json',
      }
      const answer = await fetch('/api/links', { method: 'POST', headers, body: JSON.stringify({ files, posts: [] }) })
      const found = (await answer.json()) as { files: { id: string }[] }
      return found.files.map(({ id }) => id)
    }, files)
  expect(await asked([puerto.id, '0'.repeat(32), faro.id])).toEqual([puerto.id, faro.id])
})

test('without a network Amparo answers, writes and chooses a photo; all arrive once', async ({ openAs, server }) => {
  await sendMessages(server.hipatia, 'Esta tarde no hay tertulia.')
  const page = await openAs('Amparo', '/home', { screen: 'phone' })
  await workerTakesOver(page)
  await page.goto('/chat')
  await expect(messageWith(page, 'Esta tarde no hay tertulia.')).toBeVisible()
  await expectConnected(page)

  await setOffline(page, true)
  page.on('dialog', (leave) => void leave.accept())
  await messageWith(page, 'Esta tarde no hay tertulia.').tap()
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await messageField(page).fill('¿Y mañana?')
  await messageField(page).press('Enter')
  await expect(messageWith(page, '¿Y mañana?')).toBeVisible()
  await page.reload()
  // by itself, and in what answers it
  await expect(messageWith(page, 'Esta tarde no hay tertulia.')).toHaveCount(2)
  await expect(messageWith(page, '¿Y mañana?')).toBeVisible()
  await messageField(page).fill('Yo puedo a las cinco.')
  await messageField(page).press('Enter')
  await sendMessages(server.hipatia, 'Mañana sí.')

  await setOffline(page, false)
  await expect(messageWith(page, 'Mañana sí.')).toBeVisible()
  const stored = async () =>
    (await server.hipatia.call<ChatMessage[]>('GET', '/chat/messages'))
      .slice(-4)
      .map(({ message, quote }) => [message, quote?.excerpt])
      .toSorted()
  const said = [
    ['Esta tarde no hay tertulia.', undefined],
    ['Mañana sí.', undefined],
    ['Yo puedo a las cinco.', undefined],
    ['¿Y mañana?', 'Esta tarde no hay tertulia.'],
  ]
  await expect.poll(stored).toEqual(said)
  for (const words of ['Mañana sí.', 'Yo puedo a las cinco.', '¿Y mañana?'])
    await expect(messageWith(page, words)).toHaveCount(1)
  await expect(messageWith(page, 'Esta tarde no hay tertulia.')).toHaveCount(2)

  await setOffline(page, true)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Foto o archivo', exact: true }).click()
  const { name, type, bytes } = fixture('foto.jpg')
  await (await chooser).setFiles({ name, mimeType: type, buffer: Buffer.from(bytes) })
  await expect(page.getByRole('region', { name: 'Subidas' })).toContainText('foto.jpg')
  await expect(page.getByRole('region', { name: 'Subidas' })).toContainText('Sin conexión')
  await setOffline(page, false)
  await expect(messageField(page)).toHaveValue(/^\{\{file:[0-9a-f]{32}\|foto\.jpg\}\}$/)
  await messageField(page).press('Enter')
  await expect(messageWith(page, 'foto.jpg')).toHaveCount(1)
  const last = async () => (await server.hipatia.call<ChatMessage[]>('GET', '/chat/messages')).at(-1)?.message
  await expect.poll(last).toMatch(/^\{\{file:[0-9a-f]{32}\|foto\.jpg\}\}$/)
  expect(await server.hipatia.call('GET', '/files')).toMatchObject([{ original_name: 'foto.jpg' }])
})

test('nothing that Amparo read is left after signing out without a network', async ({ openAs, server, pageErrors }) => {
  pageErrors.tolerate(/^console warning: logout/)
  const post = await server.hipatia.createPost({ title: 'Para Amparo', content: 'Solo lo ha leído ella.' })
  await server.person('Bruno')
  const page = await openAs('Amparo', '/home')
  await workerTakesOver(page)
  await page.goto(`/blog/${post.id}`)
  await expect(page.getByText('Solo lo ha leído ella.')).toBeVisible()
  await expect.poll(() => answersOnDevice(page)).toBeGreaterThan(2)
  // nothing of it can be read without her session
  expect(await textOnDevice(page)).not.toMatch(/ella|Amparo|api|posts|[0-9a-f]{8}\.[0-9a-f]/)

  await setOffline(page, true)
  await signOutButton(page).click()
  await expect(headerOf(page)).toContainText('Iniciar Sesión')
  await expect.poll(() => answersOnDevice(page)).toBe(0)

  await setOffline(page, false)
  await page.goto('/home')
  await signIn(page, 'Bruno')
  await expect.poll(() => answersOnDevice(page)).toBeGreaterThan(0)
  await setOffline(page, true)
  await page.goto(`/blog/${post.id}`)
  await expect(headerOf(page)).toContainText('Bruno')
  await expect(page.getByText('Solo lo ha leído ella.')).toBeHidden()
})
