// The viewer of the images of the archive: what it shows of each, and the way from one to the next.
import { http } from 'msw'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ArchiveFile, files } from '../../../contract/files.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { idOf, openPage, type screens } from '../../support/web/screen.tsx'
import { answer, answerPages, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { archive, cardOf, fileOf } from '../links/links.ts'
import { addressOf, contents, lose, picture, requested } from './pictures.ts'

const pictures = (count: number) => Array.from({ length: count }, (_, index) => picture(index + 1))
/** Once each: a picture that is asked for in advance and shown before its answer comes is asked for again. */
const screensRequested = () => [...new Set(requested)].filter((name) => name.startsWith('screen'))
const lost = lose(/screen/)

const viewer = page.getByRole('dialog')
const image = viewer.getByRole('img')
const previous = viewer.getByRole('button', { name: 'Imagen anterior' })
const next = viewer.getByRole('button', { name: 'Imagen siguiente' })
const strip = viewer.getByRole('list', { name: 'Imágenes' })
const current = () => strip.element().querySelector('[aria-current=true]')
const alert = viewer.getByRole('alert')
const retry = alert.getByRole('button', { name: 'Retry' })

async function openViewer(name: string, held: ArchiveFile[], screen: keyof typeof screens = 'desktop') {
  await openPage('/files', { screen, answers: [await contents(), ...archive(...held)] })
  await cardOf(name).getByRole('button', { name: 'Ver', exact: true }).click()
  await expect.element(viewer).toHaveFocus()
}

async function expectImage(name: string, position: string) {
  await expect.element(viewer.getByText(position, { exact: true })).toBeVisible()
  await expect.element(image).toHaveAttribute('alt', name)
  await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
}

test('a single image is shown with its facts in its proportions, without a way to others; its original is only linked', async () => {
  const description = 'El faro,\nvisto desde el mar'
  await openViewer('n1.jpg', [picture(1, { description, file_size: 16_886, uploaded_by: 'Zenón' })])
  await expectImage('n1.jpg', '1 of 1')
  await expect.element(viewer).toHaveAccessibleName('n1.jpg (Esc para cerrar)')
  for (const text of ['El faro, visto desde el mar', 'Subido por Zenón', '16.5 KB', /^2 de marzo/])
    await expect.element(viewer.getByText(text)).toBeVisible()
  // the orientation of the camera is applied
  const { width, height } = image.element().getBoundingClientRect()
  expect(height / width).toBeCloseTo(4 / 3, 1)
  for (const button of [previous, next, strip]) expect(button.query()).toBeNull()
  await userEvent.keyboard('{ArrowRight}')
  await expectImage('n1.jpg', '1 of 1')
  const original = viewer.getByRole('link', { name: 'Ver original' })
  await expect.element(original).toHaveAttribute('href', addressOf('original-1'))
  await expect.element(original).toHaveAttribute('target', '_blank')
  await expect.element(original).toHaveAttribute('rel', 'noopener noreferrer')
  const download = viewer.getByRole('link', { name: 'Descargar' })
  await expect.element(download).toHaveAttribute('href', `${addressOf('original-1')}?download=1`)
  expect(requested).toEqual(['thumb-1', 'screen-1'])
})

test('an image without versions is shown as it is, and so is an enlarged one, except for types that not every browser shows', async () => {
  const held = [picture(1, { screen_url: null }), picture(2, { thumb_url: null, screen_url: null }), picture(3)]
  await openViewer('n2.jpg', [...held, picture(4, { file_type: 'image/heic' })])
  await expectImage('n2.jpg', '2 of 4')
  await expect.element(image).toHaveAttribute('src', addressOf('original-2'))
  await expectAccessible('the viewer with a thumbnail that is missing')
  await userEvent.keyboard('{ArrowLeft}')
  await expectImage('n1.jpg', '1 of 4')
  await expect.element(image).toHaveAttribute('src', addressOf('original-1'))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expectImage('n3.jpg', '3 of 4')
  await userEvent.keyboard('+')
  await expect.element(image).toHaveAttribute('src', addressOf('original-3'))
  await userEvent.keyboard('{ArrowRight}')
  await expectImage('n4.jpg', '4 of 4')
  await userEvent.keyboard('+')
  await expect.element(image).toHaveAttribute('data-zoom')
  await expect.element(image).toHaveAttribute('src', addressOf('screen-4'))
  expect(requested).not.toContain('original-4')
})

test('buttons, arrow keys and thumbnails lead through the images of the section, whose neighbours load in advance', async () => {
  const asked: (string | null)[][] = []
  const list = answer(files.list, ({ query }) => {
    asked.push([query.get('kind'), query.get('category_id')])
    return query.has('kind') ? pictures(4) : [...pictures(4), fileOf('notas.txt')]
  })
  await openPage('/files', { answers: [await contents(), list, ...archive(...pictures(4))] })
  await cardOf('n1.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
  await expectImage('n1.jpg', '1 of 4')
  expect(asked.at(-1)).toEqual(['image', 'none'])
  await expect.poll(screensRequested).toEqual(['screen-1', 'screen-2'])
  await expect.element(previous).toBeDisabled()
  await next.click()
  await expectImage('n2.jpg', '2 of 4')
  await expect.poll(screensRequested).toContain('screen-3')
  expect(screensRequested()).not.toContain('screen-4')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await expectImage('n4.jpg', '4 of 4')
  await expect.element(next).toBeDisabled()
  await userEvent.keyboard('{ArrowLeft}')
  await expectImage('n3.jpg', '3 of 4')
  // a button that is disabled at the end gives the focus back
  await next.click()
  await expectImage('n4.jpg', '4 of 4')
  await expect.element(viewer).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expectImage('n3.jpg', '3 of 4')
  await userEvent.keyboard('{ArrowLeft}{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}')
  await expectImage('n2.jpg', '2 of 4')
  expect(current()?.getAttribute('aria-label')).toBe('n2.jpg')
  await strip.getByRole('button', { name: 'n4.jpg' }).click()
  await expectImage('n4.jpg', '4 of 4')
  expect(current()?.getAttribute('aria-label')).toBe('n4.jpg')
})

test('only a long horizontal swipe changes the image', async () => {
  await openViewer('n1.jpg', pictures(3), 'phone')
  await expectImage('n1.jpg', '1 of 3')
  const swipe = (from: readonly [number, number], to: readonly [number, number]) => {
    const target = image.element()
    const send = (type: string, [clientX, clientY]: readonly [number, number]) => {
      const touches = [new Touch({ identifier: 1, target, clientX, clientY })]
      const event = { bubbles: true, changedTouches: touches, touches: type === 'touchstart' ? touches : [] }
      target.dispatchEvent(new TouchEvent(type, event))
    }
    send('touchstart', from)
    send('touchend', to)
  }
  for (const [from, to, position] of [
    [[300, 400], [100, 410], '2 of 3'],
    [[200, 300], [210, 500], '2 of 3'],
    [[200, 400], [180, 400], '2 of 3'],
    [[100, 400], [300, 390], '1 of 3'],
    [[100, 400], [300, 400], '1 of 3'],
  ] as const) {
    swipe(from, to)
    await expect.element(viewer.getByText(position, { exact: true })).toBeVisible()
  }
})

test('the viewer counts more than a hundred images, draws the visible thumbnails only and leads to all images', async () => {
  const all = pictures(104)
  await openPage('/files', { answers: [await contents(), answerPages(files.list, all, 100), ...archive(...all)] })
  await cardOf('n2.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
  await expectImage('n2.jpg', '2 of 104')
  const drawn = strip.getByRole('button').elements().length
  expect(drawn).toBeGreaterThan(5)
  expect(drawn).toBeLessThan(50)
  strip.element().parentElement?.scrollTo({ left: 100_000 })
  await strip.getByRole('button', { name: 'n100.jpg' }).click()
  await expectImage('n100.jpg', '100 of 104')
  await expect.element(strip.getByRole('button', { name: 'n101.jpg' })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  await expectImage('n104.jpg', '104 of 104')
  await expect.element(strip.getByRole('button', { name: 'n104.jpg' })).toBeInViewport()
  expect(current()?.getAttribute('aria-label')).toBe('n104.jpg')
})

test('closed by key or button, the viewer returns the focus, which Tab doesn’t lead out of it, and opens with the chosen image', async () => {
  await openViewer('n2.jpg', pictures(3))
  const opener = cardOf('n2.jpg').getByRole('button', { name: 'Ver', exact: true })
  await expect.element(strip.getByRole('button')).toHaveLength(3)
  for (const keys of ['{Tab}', '{Shift>}{Tab}{/Shift}'])
    for (let presses = 0; presses < 12; presses++) {
      await userEvent.keyboard(keys)
      // a guard at the end forwards the focus a moment later
      await expect
        .poll(() => document.activeElement?.closest('[role=dialog], [data-base-ui-focus-guard]'))
        .not.toBeNull()
    }
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await viewer.getByRole('button', { name: 'Cerrar (Esc)' }).click()
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await cardOf('n1.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
  await expectImage('n1.jpg', '1 of 3')
})

test.each(['desktop', 'narrow'] as const)(
  'the viewer is accessible on a %s screen: an image that is loading, shown, and lost',
  async (screen) => {
    const held = Promise.withResolvers<void>()
    await openPage('/files', { screen, answers: [await contents(), ...archive(...pictures(3))] })
    nowAnswer(http.get(picture(1).screen_url ?? '', () => held.promise))
    await cardOf('n1.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
    const loading = viewer.getByRole('status').filter({ hasText: 'Cargando imagen...' })
    await expect.element(loading).toBeVisible()
    held.resolve()
    await expectImage('n1.jpg', '1 of 3')
    await expect.element(loading).not.toBeInTheDocument()
    await expectAccessible('viewer')
    nowAnswer(lost)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(alert).toMatchTextContent('Failed to load image')
    await expectAccessible('viewer that failed')
  },
)

test('Retry fetches a new address of an image, as often as it is needed', async () => {
  await openPage('/files', { answers: [lost, await contents(), ...archive(picture(1))] })
  await cardOf('n1.jpg').getByRole('button', { name: 'Ver', exact: true }).click()
  nowAnswer(refuse(files.read, 500))
  await retry.click()
  // the record can't be fetched either
  await expect.element(retry).toBeEnabled()
  await expect.element(alert).toMatchTextContent('Failed to load image')
  const held = holdBack(files.read)
  nowAnswer(held.handler, answer(files.read, picture(1, { screen_url: addressOf('fresh-1') })))
  await retry.click()
  held.release()
  await expectImage('n1.jpg', '1 of 1')
  await expect.element(image).toHaveAttribute('src', addressOf('fresh-1'))
  await expect.element(viewer).toHaveFocus()
})

test('the page of a picture shows it as large as there is room, in the frame of all pages, with one way to save it', async () => {
  const held = picture(1)
  const answers = [await contents(), answer(files.read, held), ...archive(held)]
  await openPage(`/files/${held.id}/view`, { screen: 'phone', answers })
  const main = page.getByRole('main')
  await expect.element(main.getByRole('heading', { level: 1, name: 'n1.jpg' })).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  const shown = main.getByRole('img', { name: 'n1.jpg' })
  await expect.element(shown).toHaveAttribute('src', held.screen_url)
  await expect.poll(() => shown.element().getBoundingClientRect().width).toBeGreaterThan(350)
  expect(page.getByRole('link', { name: /^(Descargar|Download)$/ }).elements()).toHaveLength(1)
  await expectAccessible('the page of a picture')
  await shown.click()
  await expectImage('n1.jpg', '1 of 1')
})

test('the archive shows its newest files, or pictures by month with all of them in the viewer; the address says which', async () => {
  const [march, february] = ['2026-03-02T09:00:00.000Z', '2026-02-27T09:00:00.000Z']
  const all = [
    picture(1, { category_id: idOf(70), uploaded_at: march }),
    fileOf('notas.txt', { id: idOf(9), uploaded_at: february }),
    picture(2, { uploaded_at: february }),
  ]
  const asked: string[] = []
  const list = answer(files.list, ({ query }) => {
    asked.push(`${query.get('kind')} ${query.get('category_id')}`)
    return query.has('kind') ? all.filter(({ thumb_url }) => thumb_url) : all
  })
  await openPage('/files', { screen: 'narrow', answers: [await contents(), list, ...archive(...all)] })
  const views = page.getByRole('navigation', { name: 'Vista' })
  const view = (name: string) => views.getByRole('link', { name })
  await expect.element(view('Por categoría')).toHaveAttribute('aria-current', 'true')
  await view('Recientes').click()
  await expect.poll(() => location.search).toBe('?vista=recientes')
  const recent = page.getByRole('region', { name: 'Recientes' })
  await expect.element(recent.getByRole('article')).toHaveLength(3)
  expect(asked.at(-1)).toBe('null null')
  await expectAccessible('the newest files')

  await view('Fotos').click()
  await expect.poll(() => location.search).toBe('?vista=fotos')
  await expect.element(page.getByRole('region', { name: 'marzo de 2026' }).getByRole('button')).toHaveLength(1)
  await expectAccessible('the pictures')
  await page.getByRole('region', { name: 'febrero de 2026' }).getByRole('button', { name: 'n2.jpg' }).click()
  await expectImage('n2.jpg', '2 of 2')
  expect(asked.at(-1)).toBe('image null')
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  history.back()
  await expect.element(recent).toBeVisible()
  await expect.element(view('Recientes')).toHaveAttribute('aria-current', 'true')
})
