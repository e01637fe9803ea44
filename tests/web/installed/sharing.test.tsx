// What arrives from outside fills in a form, which says so and lets it be thrown away (tests/e2e/installed/sharing.spec.ts
// has the way through the worker).
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { news } from '../../../contract/news.ts'
import { keepShared } from '../../../web/service-worker/shared.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { reply, toast } from '../../support/web/dialogs.ts'
import { closePage, openPage } from '../../support/web/screen.tsx'
import { sentTo } from '../../support/web/server.ts'
import { archive } from '../links/links.ts'
import { heading, newsOf, share, toggle } from '../news/news.ts'

const note = page.getByText('Llegado de fuera: míralo antes de publicarlo', { exact: true })
const discard = page.getByRole('main').getByRole('button', { name: 'Descartar', exact: true })
const upload = page.getByRole('main').getByRole('form', { name: 'Subir Archivo' })
const chosen = (name: string) => upload.getByRole('list', { name: /elegidos?$/ }).getByText(name)

async function arrives(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const kept = new Response(form)
  kept.headers.set('x-kept', `${Date.now()}`)
  await (await caches.open('shared')).put('/form', kept)
}

afterEach(() => caches.delete('shared'))

test('a news item from outside says so until it is thrown away, with a question if Safo has typed beside it', async () => {
  await arrives({ title: 'El faro', url: 'https://faro.example/' })
  await openPage('/news?compartido', newsOf())
  for (const address of ['', '/news']) {
    if (address) await openPage(address, newsOf())
    await expect.element(note).toBeVisible()
    await expect.element(share.title).toHaveValue('El faro')
    closePage()
  }
  await openPage('/news', newsOf())
  await expectAccessible('a form from outside')
  await discard.click()
  await expect.element(share.form).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
  await toggle.click()
  await expect.element(share.url).toHaveValue('')
  await expect.element(note).not.toBeInTheDocument()
  expect(sentTo(news.create)).toEqual([])

  await arrives({ title: 'El faro', url: 'https://faro.example/' })
  await openPage('/news?compartido', newsOf())
  await share.fill({ comment: 'Lo vi ayer.' })
  await discard.click()
  await reply('¿Descartar lo que has escrito?', 'Cancelar')
  await expect.element(note).toBeVisible()
  await expect.element(share.comment).toHaveValue('Lo vi ayer.')
  await discard.click()
  await reply('¿Descartar lo que has escrito?', 'Descartar')
  await expect.element(share.form).not.toBeInTheDocument()
})

test('files from outside are thrown away, and those that Safo chose herself stay', async () => {
  await arrives({ files: new File(['x'], 'ajeno.txt') })
  await openPage('/files?compartido', { answers: archive() })
  await expect.element(note).toBeVisible()
  await upload.getByLabelText('Archivo', { exact: true }).upload([new File(['y'], 'mío.txt')])
  await expect.element(chosen('mío.txt')).toBeVisible()
  await discard.click()
  await expect.element(chosen('ajeno.txt')).not.toBeInTheDocument()
  await expect.element(chosen('mío.txt')).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
})

test('what passes 100 MB isn’t kept, and takes the place of what waited', async () => {
  await arrives({ title: 'Antes' })
  const body = new FormData()
  body.append('files', new File([new Uint8Array(100e6)], 'grande.bin'))
  const { headers } = await keepShared(new Request('/share', { method: 'POST', body }))
  expect(headers.get('location')).toBe(`${location.origin}/files?compartido`)
  expect(await caches.has('shared')).toBe(false)
})

test.each([
  ['/files', archive(), upload],
  ['/news', newsOf().answers, share.form],
] as const)('what was shared with %s and isn’t there is said; the form stays closed', async (path, answers, form) => {
  await openPage(`${path}?compartido`, { answers: [...answers] })
  const text = 'Lo compartido no está en este dispositivo: pasa de 100 MB, falta espacio o ha pasado más de una hora.'
  await expect.element(toast(text)).toBeVisible()
  await expect.poll(() => location.search).toBe('')
  await expect.element(form).not.toBeInTheDocument()
})
