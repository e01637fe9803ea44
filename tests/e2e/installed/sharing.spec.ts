// 'Compartir en Alejandría': what other apps share with the installed one arrives as a form at the address of the manifest.
import type { ArchiveFile } from '../../../contract/files.ts'
import { requestsOfEveryPage, serverIsAway } from '../../support/browser/page-errors.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { signOutButton } from '../../support/browser/pages/navigation.ts'
import { fieldOf, shareForm, storedNews } from '../../support/browser/pages/news.ts'
import { keptOnDevice, workerTakesOver } from '../../support/browser/pages/service-worker.ts'
import { answer, expect, headerOf, type Page, test } from '../../support/browser/test.ts'

test.use({ serviceWorkers: 'allow', serverName: 'installed-sharing' })

// sessions end while a page may still be connecting
test.beforeEach(({ pageErrors }) => pageErrors.tolerate(...requestsOfEveryPage))

interface Shared {
  title?: string
  text?: string
  url?: string
  files?: { name: string; type: string; text: string }[]
}

/** Sends the form as the system does. */
async function share(page: Page, shared: Shared) {
  const loaded = page.waitForEvent('load')
  await page.evaluate(({ files = [], ...texts }) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' })
    for (const [name, value] of Object.entries(texts))
      form.append(Object.assign(document.createElement('input'), { name, value }))
    const chosen = new DataTransfer()
    for (const { name, type, text } of files) chosen.items.add(new File([text], name, { type }))
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true }))
    if (files.length > 0) Object.assign(form.lastElementChild as HTMLInputElement, { files: chosen.files })
    else form.lastElementChild?.remove()
    document.body.append(form)
    form.submit()
  }, shared)
  await loaded
}

const uploadForm = (page: Page) => page.getByRole('main').getByRole('form', { name: 'Subir Archivo' })
const valuesOf = async (page: Page) => {
  const form = shareForm(page)
  return {
    url: await fieldOf(form, 'URL').inputValue(),
    title: await fieldOf(form, 'Título').inputValue(),
    comment: await fieldOf(form, 'Comentario (opcional)').inputValue(),
  }
}
const letter = { name: 'carta a Benigna.txt', type: 'text/plain', text: 'Querida Benigna:' }
const faro = { name: 'faro.txt', type: 'text/plain', text: 'Se veía de lejos.' }

test('a link fills in a news item, after a question in place of one begun', async ({ openAs, server }) => {
  const page = await openAs('Telesila', '/home', { screen: 'phone' })
  await workerTakesOver(page)
  await share(page, { title: 'El puerto', url: 'https://puerto.example/' })
  await expect(shareForm(page)).toBeVisible()
  await expect(page).toHaveURL('/news')
  await expect.poll(() => valuesOf(page)).toEqual({ url: 'https://puerto.example/', title: 'El puerto', comment: '' })
  page.on('dialog', (leave) => void leave.accept())
  const link = { title: 'El faro', text: 'Se veía de lejos. https://faro.example/torre' }
  await share(page, link)
  const question = 'Tienes una noticia a medias. ¿Cambiarla por lo que acabas de compartir?'
  await answer(page, question, 'Cancelar')
  expect(await valuesOf(page)).toMatchObject({ title: 'El puerto' })
  await share(page, link)
  await answer(page, question, 'Cambiarla')
  const filled = { url: 'https://faro.example/torre', title: 'El faro', comment: 'Se veía de lejos.' }
  await expect.poll(() => valuesOf(page)).toEqual(filled)
  expect(await keptOnDevice(page)).not.toContain('shared')
  await page.reload()
  await expect.poll(() => valuesOf(page)).toEqual(filled)
  await expect(page.getByText('Llegado de fuera: míralo antes de publicarlo')).toBeVisible()
  await shareForm(page).getByRole('button', { name: 'Agregar Noticia' }).click()
  await expect(shareForm(page)).toBeHidden()
  expect(await storedNews(server.hipatia)).toMatchObject([filled])
})

test('a form of another site is left to the server, and kept nowhere', async ({ openAs, server, pageErrors }) => {
  pageErrors.tolerate('foreign GET http://fuera.example/')
  const page = await openAs('Telesila', '/home')
  await workerTakesOver(page)
  await page.context().route('http://fuera.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" enctype="multipart/form-data" action="${server.url}/share"><input name="title" value="Ajeno"><button>Ir</button></form>`,
    }),
  )
  await page.goto('http://fuera.example/')
  await page.getByRole('button', { name: 'Ir' }).click()
  await expect(page).toHaveURL(`${server.url}/home`)
  expect(await keptOnDevice(page)).not.toContain('shared')
})

test('files are chosen in the form of the archive, also without a network', async ({ openAs, server, pageErrors }) => {
  pageErrors.tolerate(...serverIsAway)
  const page = await openAs('Telesila', '/home', { screen: 'phone' })
  await workerTakesOver(page)
  await share(page, { title: 'Dos textos', files: [letter, faro] })
  await expect(uploadForm(page).getByRole('list', { name: '2 archivos elegidos' })).toContainText('carta a Benigna.txt')
  await expect(page).toHaveURL('/files')
  await uploadForm(page).getByRole('button', { name: 'Subir', exact: true }).click()
  const stored = async () =>
    (await server.hipatia.call<ArchiveFile[]>('GET', '/files')).map((file) => file.original_name)
  await expect.poll(async () => (await stored()).toSorted()).toEqual(['carta a Benigna.txt', 'faro.txt'])
  await page.context().setOffline(true)
  await share(page, { files: [letter] })
  await expect(uploadForm(page).getByRole('list', { name: '1 archivo elegido' })).toContainText('carta a Benigna.txt')
})

test('after signing in Benigna finds what she shared without a session; signing out forgets it', async ({ openAs }) => {
  const first = await openAs('Benigna', '/home')
  await workerTakesOver(first)
  const context = first.context()
  await first.close()
  const page = await context.newPage()
  await page.goto('/home')
  await share(page, { files: [letter] })
  await expect(page).toHaveURL('/home')
  await signInByHand(page, 'Benigna')
  await expect(uploadForm(page).getByRole('list', { name: '1 archivo elegido' })).toContainText('carta a Benigna.txt')

  await page.evaluate(async () => void (await caches.open('shared')))
  await signOutButton(page).click()
  await expect(headerOf(page)).toContainText('Iniciar Sesión')
  await expect.poll(() => keptOnDevice(page)).not.toContain('shared')
})
