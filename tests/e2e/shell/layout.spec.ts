// Every page with the text sizes that browsers offer on small phones, and under a finger or a pointer wherever it meets
// a control.
import type { CDPSession } from '@playwright/test'
import { loginModal } from '../../support/browser/pages/auth/login.ts'
import { naming } from '../../support/browser/pages/chat.ts'
import { addComment } from '../../support/browser/pages/comments.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { shareNews } from '../../support/browser/pages/news.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { Person, TestServer } from '../../support/browser/test-server.ts'
import { fixture } from '../../support/fixtures.ts'
import { inFull } from '../../support/in-full.ts'

const small = { width: 320, height: 640 }
const phone = { width: 390, height: 844 }
const phones = [small, { width: 360, height: 740 }, phone]
const desk = { width: 1440, height: 900 }
/** Text in per cent, and phones: each with each in full, each at least once in short. */
const textSizes = inFull(
  [100, 150, 200].map((percent) => ({ percent, sizes: phones })),
  [
    { percent: 100, sizes: [small] },
    { percent: 150, sizes: phones.slice(1, 2) },
    { percent: 200, sizes: [small, phone] },
  ],
)

const pressable = ':is(button, a[href]:not([href="#contenido"]), [role="link"])'
/** In the header, which on phones has the bottom bar, in the menu, and in the form of the chat. */
const needed = `header[data-print] ${pressable}, form:has([enterkeyhint="send"]) :is(textarea, button)`

declare global {
  interface Window {
    atRest: Map<Element, DOMRect> | undefined
  }
}

/** Boxes of controls before a press, from the top of the page. */
function noteBoxes(selector: string) {
  window.scrollTo(0, 0)
  const all = [...document.querySelectorAll(selector)]
  window.atRest = new Map(all.map((control) => [control, control.getBoundingClientRect()]))
}

/**
 * Controls that aren't hit where they were before a press, at these parts of their width and height, even after scrolling
 * to them; and what is wider than the screen.
 */
function problems({ selector, places, width }: { selector: string; places: [number, number][]; width: number }) {
  const { scrollingElement, documentElement } = document
  if ((scrollingElement?.scrollWidth ?? 0) > width) {
    const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1)
    const names = wide.slice(-4).map((one) => `${one.localName}.${one.className} ${one.textContent?.slice(0, 40)}`)
    return [`wider than the screen: ${scrollingElement?.scrollWidth} px`, ...names]
  }
  const named = (control: Element) => control.getAttribute('aria-label') ?? control.textContent ?? ''
  window.scrollTo(0, 0)
  const shown = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((control) => {
    const now = control.getBoundingClientRect()
    const rest = window.atRest?.get(control) ?? now
    return now.width < 4 || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      ? []
      : { control, x: rest.x - now.x, y: rest.y - now.y }
  })
  window.atRest = undefined
  const found = shown.flatMap(({ control, x, y }) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    // a link in a text may be in two lines
    const [box] = [...control.getClientRects()].sort((a, b) => b.width - a.width)
    const missed = places.filter(([partOfWidth, partOfHeight]) => {
      if (!box) return false
      const left = box.x + x + partOfWidth * box.width
      const top = box.y + y + partOfHeight * box.height
      // the edges of what is larger than the screen
      const isOutside = left < 0 || top < 0 || left > width || top > documentElement.clientHeight
      if (isOutside && (partOfWidth !== 0.5 || partOfHeight !== 0.5)) return false
      return !control.contains(document.elementFromPoint(left, top))
    })
    return missed.length > 0 ? [`${control.localName} '${named(control).slice(0, 60)}' at ${missed.join(' and ')}`] : []
  })
  // another look finds what is shown at the top only
  window.scrollTo(0, 0)
  return found
}

const centre: [number, number][] = [[0.5, 0.5]]
const centreAndEdges: [number, number][] = [...centre, [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]]

const setTextSize = (cdp: CDPSession, percent: number) =>
  cdp.send('Page.setFontSizes', {
    fontSizes: { standard: (16 * percent) / 100, fixed: Math.round((13 * percent) / 100) },
  })

/** Every control as it is while a finger presses it, until the session's styles are disabled. */
async function pressAll(cdp: CDPSession) {
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: pressable })
  const forcedPseudoClasses = ['active']
  await Promise.all(nodeIds.map((nodeId) => cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })))
}

async function expectWhole(page: Page, cdp: CDPSession, what: string, selector = needed) {
  for (const { percent, sizes } of textSizes)
    for (const size of sizes) {
      await setTextSize(cdp, percent)
      await page.setViewportSize(size)
      const look = () => page.evaluate(problems, { selector, places: centre, width: size.width })
      await expect.poll(look, `${what}: ${size.width} px, text of ${percent} %`).toEqual([])
    }
  await setTextSize(cdp, 100)
}

async function expectPressable(page: Page, cdp: CDPSession, what: string) {
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    const look = async () => {
      await page.evaluate(noteBoxes, pressable)
      await pressAll(cdp)
      const found = await page.evaluate(problems, { selector: pressable, places: centreAndEdges, width: size.width })
      await cdp.send('CSS.disable')
      return found
    }
    await expect.poll(look, `${what}: pressed at ${size.width} px`).toEqual([])
  }
}

/** Elements with a text whose emoji would be of a family of the system's choice. */
const withoutEmoji = () =>
  [...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && !getComputedStyle(one).fontFamily.includes('"Noto Color Emoji"'))
    .map(({ outerHTML }) => outerHTML.slice(0, 120))

/** The first page is complete with this button. */
async function expectGoodPages(page: Page, paths: string[], button?: RegExp) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByText(/^(Cargando|Loading)/)).toHaveCount(0)
    if (button && path === paths[0]) await expect(page.getByRole('button', { name: button })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await expectPressable(page, cdp, path)
    await expectWhole(page, cdp, path)
    expect(await page.evaluate(withoutEmoji), `${path}: emoji`).toEqual([])
  }
  return cdp
}

const markdown = `# Un título

| Piso | Forma | Altura aproximada |
|---|---|---|
| primero | cuadrado | sesenta metros |

\`\`\`
una_orden --con-muchas --opciones --que-no-caben
\`\`\`

Una palabra: electroencefalografista. https://biblioteca.example/una/direccion/bastante/larga
`

/** Something of each kind, by Hipatia and for her. */
async function fill({ hipatia }: TestServer, reader: Person) {
  const { id: category_id } = await hipatia.createCategory('Historia de la Biblioteca')
  const photo = await hipatia.uploadFile({ ...fixture('foto.jpg'), name: 'panorama-del-faro-desde-el-puerto.jpg' })
  const picture = `![El faro](file:${photo.id})`
  const content = `${markdown}\n${picture}`
  const post = await hipatia.createPost({ title: 'Inconstitucionalidades del faro', content, category_id })
  await addComment(hipatia, post, `Un comentario 👍\n\n${picture}`)
  await shareNews(hipatia, 'El Ayuntamiento restaura la linterna del faro')
  await hipatia.addLink('https://biblioteca.example/catalogo', { category_id })
  await hipatia.uploadFile({ name: 'inventario-de-los-rollos.txt', type: 'text/plain', bytes: 'Uno.' })
  await hipatia.call('POST', '/chat/messages', { message: `¿Vienes, ${naming(reader)}? https://biblioteca.example/` })
  await reader.createDraft({ title: 'Apuntes de electroencefalografía', content: markdown })
  return { post: `/blog/${post.id}`, view: `/files/${photo.id}/view` }
}

const browsing = { screen: 'phone', reducedMotion: 'reduce' } as const

test.describe('Everything can be pressed, and nothing is wider than a small phone with larger text,', () => {
  test('for a visitor', async ({ server, visit, pageErrors }) => {
    pageErrors.expect('404 GET /nada')
    const { hipatia } = server
    const post = await hipatia.createPost()
    const invitation = { name: 'Cleobulina', email: 'cleobulina@rodas.example' }
    const { path } = await hipatia.call<{ path: string }>('POST', '/auth/invitations', invitation)
    const page = await visit('/home', browsing)
    const paths = [
      '/register',
      '/help',
      '/help/sign-in',
      '/help/chat',
      path,
      `/blog/${post.id}`,
      '/blog/drafts',
      '/nada',
      '/home',
    ]
    const cdp = await expectGoodPages(page, paths)
    await signInButton(page).click()
    await expect(loginModal(page)).toBeVisible()
    await expectWhole(page, cdp, 'login', '[role="dialog"] :is(button, input)')
  })

  test('for a member', async ({ server, openAs }) => {
    const reader = await server.person('Nicarete de Mégara')
    const { post, view } = await fill(server, reader)
    const page = await openAs(reader.name, '/home', browsing)
    const own = await reader.createPost()
    const paths = [
      ...['/home', '/blog', '/blog/create', '/blog/drafts', post, `/blog/${own.id}/edit`, '/chat', '/files', view],
      ...['/files?vista=fotos', '/files?vista=recientes', '/news', '/notices', '/search?q=faro', '/admin', '/account'],
      ...['/profile/email-preferences', '/help', '/help/blog'],
    ]
    const cdp = await expectGoodPages(page, paths, /desde tu última visita/)
    await setTextSize(cdp, 200)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Más' }).click()
    const menu = { selector: `nav[aria-label="Más"] ${pressable}`, places: centre, width: 320 }
    await expect.poll(() => page.evaluate(problems, menu)).toEqual([])
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(signInButton(page)).toBeVisible()
  })

  test('for an administrator', async ({ server, openAs }) => {
    await fill(server, await server.person('Nicarete de Mégara'))
    const page = await openAs('Hipatia', '/admin', browsing)
    await expectGoodPages(page, [
      ...['/admin', '/admin/categories', '/admin/notifications', '/admin/user-email-preferences', '/admin/state'],
      '/help/snapshots',
    ])
  })
})
