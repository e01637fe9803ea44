/**
 * `npm run help:pictures`: photographs the screens that the help shows, in both themes, in a phone with the community of the
 * demo, and writes all of them again: web/help/pictures/{light,dark}/NAME.webp, and their sizes. The machine needs a font with
 * emoji, such as Debian's fonts-noto-color-emoji.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright'
import sharp from 'sharp'
import { password } from '../demo/community.ts'
import { chromiumArgs, ensureChromium } from '../tools/chromium.ts'
import { freePort } from '../tools/free-port.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'web/help/pictures')
const themes = ['light', 'dark'] as const

/** CSS pixels of the phone, and the height above which a picture is cut. */
const phone = { width: 390, height: 844 }
const maxHeight = 460
const margin = 12

interface Picture {
  /** Nobody, or a member of the demo. */
  as?: 'Amparo Ruiz' | 'Íñigo Salvatierra'
  path: string
  prepare?: (page: Page) => Promise<unknown>
  /** The picture begins at the first and ends with the last of these. */
  from: (page: Page) => Locator
  to?: (page: Page) => Locator
  /** Cut at its top where it is too high. */
  isCutAbove?: true
}

const dialog = (page: Page) => page.getByRole('dialog')
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()
const region = (page: Page, name: string) => page.getByRole('region', { name }).first()
const press = (name: string | RegExp) => (page: Page) => button(page, name).click()

const writePost = async (page: Page) => {
  await page.getByLabel('Título').fill('Lo que leímos en noviembre')
  await page
    .getByRole('textbox', { name: 'Contenido' })
    .fill('Nos juntamos **nueve** en casa de Amparo.\n\n- Sopa\n- Dos libros')
}

const pictures: Record<string, Picture> = {
  'sign-in': {
    path: '/home',
    prepare: async (page) => {
      await button(page, 'Iniciar Sesión').click()
      await page.getByLabel('Name').fill('Amparo Ruiz')
    },
    from: dialog,
  },
  blog: {
    as: 'Íñigo Salvatierra',
    path: '/blog/create',
    prepare: writePost,
    from: (page) => page.getByText('Título', { exact: true }),
    to: (page) => button(page, 'Publicar Post'),
  },
  photographs: {
    as: 'Íñigo Salvatierra',
    path: '/blog/create',
    prepare: writePost,
    from: (page) => page.getByRole('tab', { name: 'Write' }),
    to: (page) => page.getByRole('textbox', { name: 'Contenido' }),
  },
  links: {
    as: 'Íñigo Salvatierra',
    path: '/blog/create',
    prepare: press('Link File'),
    from: dialog,
  },
  search: {
    as: 'Íñigo Salvatierra',
    path: '/home',
    prepare: async (page) => {
      await button(page, 'Buscar').click()
      await page.getByLabel('Buscar en Alejandría').fill('faro')
      await page.getByRole('option').first().waitFor()
    },
    from: dialog,
  },
  chat: {
    as: 'Íñigo Salvatierra',
    path: '/chat',
    from: main,
    to: (page) => page.getByRole('main').locator('form'),
    isCutAbove: true,
  },
  news: {
    as: 'Íñigo Salvatierra',
    path: '/news',
    prepare: async (page) => {
      await button(page, '+ Agregar Noticia').click()
      await page.getByLabel('URL').fill('https://www.bne.es/es/blog')
      await page.getByLabel('Título').fill('El blog de la Biblioteca Nacional')
    },
    from: (page) => page.getByRole('main').locator('form'),
  },
  notices: { as: 'Íñigo Salvatierra', path: '/account', from: (page) => region(page, 'Notificaciones') },
  files: { as: 'Íñigo Salvatierra', path: '/files', from: (page) => heading(page, 'Almacén de Archivos'), to: main },
  account: {
    as: 'Íñigo Salvatierra',
    path: '/account',
    from: (page) => heading(page, 'Llaves de acceso'),
    to: (page) => region(page, 'Segundo paso al entrar'),
  },
  takeaway: { as: 'Íñigo Salvatierra', path: '/account', from: (page) => region(page, 'Llévate lo tuyo') },
  invitations: { as: 'Amparo Ruiz', path: '/admin', prepare: press('Create User'), from: dialog },
  admin: { as: 'Amparo Ruiz', path: '/admin', from: (page) => button(page, 'Create User'), to: main },
  broadcasts: {
    as: 'Amparo Ruiz',
    path: '/admin/notifications',
    prepare: async (page) => {
      await page.getByLabel('Asunto').fill('El sábado, en casa de Amparo')
      await page
        .getByRole('textbox', { name: 'Mensaje' })
        .fill('A las seis, como siempre. Traed el libro y algo de comer.')
    },
    from: (page) => heading(page, 'Nueva notificación'),
    to: (page) => button(page, /^Enviar/),
  },
  snapshots: {
    as: 'Amparo Ruiz',
    path: '/admin/state',
    from: (page) => heading(page, 'Copias de seguridad'),
    to: main,
  },
  trouble: { as: 'Amparo Ruiz', path: '/admin/state', from: (page) => heading(page, 'Estado'), to: main },
}

async function startDemo() {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const demo = spawn(process.execPath, ['demo/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: `${port}`, HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (demo.exitCode === null) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return { url, demo }
    await sleep(100)
  }
  throw new Error('The demo did not start')
}

async function stop(demo: ChildProcess) {
  demo.kill('SIGTERM')
  if (demo.exitCode === null) await once(demo, 'exit')
}

/** What a browser stores of a person who has signed in. */
async function signedIn(browser: Browser, url: string, name: string) {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  await page.goto(`${url}/home`)
  await button(page, 'Iniciar Sesión').click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(dialog(page).page(), 'Login').click()
  await button(page, 'Más').waitFor()
  const storageState = await context.storageState()
  await context.close()
  return storageState
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A picture's part of the window: as wide as the phone, from the top of the first element to the end of the last one. */
async function boxOf(page: Page, { from, to = from, isCutAbove }: Picture) {
  await from(page).evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const first = await from(page).boundingBox()
  const last = await to(page).boundingBox()
  if (!first || !last) throw new Error(`${page.url()} does not show it`)
  const top = Math.max(0, first.y - margin)
  const end = Math.min(phone.height, last.y + last.height + margin)
  const height = Math.min(maxHeight, end - top)
  return { x: 0, y: isCutAbove ? end - height : top, width: phone.width, height }
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
const { url, demo } = await startDemo()
try {
  const states = new Map<string, StorageState>()
  const sizes: Record<string, [width: number, height: number]> = {}
  rmSync(folder, { recursive: true, force: true })
  for (const theme of themes) {
    mkdirSync(join(folder, theme), { recursive: true })
    for (const [name, picture] of Object.entries(pictures)) {
      const { as, path, prepare } = picture
      const storageState = as && (states.get(as) ?? (await signedIn(browser, url, as)))
      if (as && storageState) states.set(as, storageState)
      const context = await browser.newContext({
        viewport: phone,
        deviceScaleFactor: 1.5,
        hasTouch: true,
        isMobile: true,
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'es-ES',
        timezoneId: 'Europe/Madrid',
        bypassCSP: true,
        ...(storageState && { storageState }),
      })
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      await page.goto(url + path)
      await page
        .getByText(/^(Cargando|Loading)/)
        .first()
        .waitFor({ state: 'hidden' })
      await prepare?.(page)
      // without what stays in its place while the page is scrolled
      await page.addStyleTag({ content: 'header[data-print] { visibility: hidden } :root { scroll-padding: 12px }' })
      await page.evaluate(() => document.fonts.ready)
      const clip = await boxOf(page, picture)
      const image = sharp(await page.screenshot({ clip, caret: 'hide', animations: 'disabled' }))
      await image.webp({ quality: 50, effort: 6 }).toFile(join(folder, theme, `${name}.webp`))
      sizes[name] = [clip.width, Math.round(clip.height)]
      await context.close()
    }
  }
  writeFileSync(join(folder, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`)
} finally {
  await browser.close()
  await stop(demo)
}
