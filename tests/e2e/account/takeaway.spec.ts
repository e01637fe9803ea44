// 'Llévate lo tuyo' on the account page: a ZIP of one's own things, asked for by somebody who is confirmed.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectAccessible } from '../../support/browser/axe.ts'
import { passTenMinutes } from '../../support/browser/database.ts'
import { smallPng } from '../../support/browser/media.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { expect, type Page, passwordOf, test } from '../../support/browser/test.ts'
import { readZip, type Zip } from '../../support/server/zip.ts'

test.use({ serverName: 'takeaway' })

const section = (page: Page) => page.getByRole('region', { name: 'Llévate lo tuyo' })
const opener = (page: Page) => section(page).getByRole('button', { name: 'Llevarme lo mío' })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Llevarme lo mío' })
const send = (page: Page) => modal(page).getByRole('button', { name: 'Descargar' })

/** Unpacks a ZIP and returns the address of its index.html on the disk. */
async function unpack(zip: Zip, folder: string) {
  for (const path of zip.paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), zip.bytes(path))
  }
  return pathToFileURL(join(folder, 'index.html')).href
}

test('Dido confirms that it is her and saves a ZIP, whose pages open from the disk, accessible and on a phone', async ({
  server,
  openAs,
  browser,
  pageErrors,
}, testInfo) => {
  pageErrors.expect('403 POST /api/account/export')
  const dido = await server.person('Dido')
  const plan = await dido.uploadFile(smallPng('Plano de Cartago #1 (50%).png'))
  const rows = '| Nave | Remos | Carga | Puerto | Piloto |\n|-|-|-|-|-|\n| Hipocampo | 50 | Púrpura | Tiro | Hannón |'
  const post = await dido.createPost({
    title: '¿Qué llevar? 100 % lino & «púrpura»',
    content: `# Lista\n\n{{file:${plan.id}|el plano}}\n\n- [x] lino\n- [ ] púrpura\n\n${rows}\n\nUna nota.[^1]\n\n[^1]: Al pie.`,
  })
  await dido.call('POST', `/comments/post/${post.id}`, { content: 'Falta **sal**.' })
  await dido.call('POST', '/chat/messages', { message: 'Zarpamos mañana' })
  await dido.call('POST', '/news', { title: 'Se abre el puerto', url: 'https://puerto.example/', comment: 'Por fin' })
  await dido.addLink('https://enlace.example/')
  const page = await openAs('Dido', '/account')
  await expect(section(page).getByRole('listitem').first()).toHaveText('1 post')
  await opener(page).press('Enter')
  passTenMinutes(server)
  await send(page).press('Enter')
  const confirmation = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirmation.getByLabel('Tu contraseña', { exact: true }).fill(passwordOf('Dido'))
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^Alejandría de Dido \d{4}-\d\d-\d\d\.zip$/)
  await expect(opener(page)).toBeFocused()
  await expect(toast(page, /^La descarga ha empezado\./)).toBeVisible()
  // the page stays where it is
  await expect(page).toHaveURL(/\/account$/)
  const address = await unpack(await readZip(await readFile(await download.path())), testInfo.outputPath('zip'))

  // not a page of the server: its requests are files
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const opened = await context.newPage()
  const complaints: string[] = []
  opened.on('console', (message) => complaints.push(message.text()))
  opened.on('requestfailed', (request) => complaints.push(request.url()))
  const visited: string[] = []
  const links = [
    ...['¿Qué llevar? 100 % lino & «púrpura»', /^Comentarios de /, /^Mensajes de /],
    ...['Las que has compartido', 'Los que has añadido'],
  ]
  for (const name of links) {
    await opened.goto(address)
    await opened.getByRole('link', { name, exact: true }).click()
    await expect(opened.getByRole('link', { name: '← Lo tuyo' })).toBeVisible()
    await opened.waitForLoadState()
    visited.push(opened.url())
  }
  await opened.goto(visited[0] ?? '')
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('¿Qué llevar? 100 % lino & «púrpura»')
  const picture = opened.getByRole('link', { name: 'el plano' }).locator('img')
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // its policy lets the style sheet and the picture beside it load, and no script
  const colourOf = () => opened.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await colourOf()).toBe('rgb(245, 237, 220)')
  expect(complaints).toEqual([])
  const scripted = opened.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.body.dataset.hasRun = "yes"'
    document.body.append(script)
    return document.body.dataset.hasRun
  })
  expect(await scripted).toBeUndefined()
  // axe itself complains about files
  for (const url of [address, ...visited]) {
    await opened.goto(url)
    await expectAccessible(opened, decodeURI(url))
  }
  await context.close()
})
