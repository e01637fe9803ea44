// Two people or two tabs edit one post (tests/web/posts/conflicts.test.tsx has the choices).
import { expectAccessible } from '../../support/browser/axe.ts'
import { expectTyped, mainButton, titleField, typePost } from '../../support/browser/pages/post-editor.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

const stale = '412 PUT /api/posts/{id}'

const conflict = (page: Page) => page.getByRole('region', { name: 'Dos versiones del mismo post' })

const base = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra el mar.\n\nFin.' }
const hers = { title: 'El faro viejo', content: 'Uno.\n\nEl faro alumbra el puerto.\n\nFin.' }
const his = { title: 'El faro', content: 'Uno.\n\nEl faro alumbra la costa.\n\nFin.\n\nPosdata.' }

test('no save of Safo overwrites a version that she hasn’t seen', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect(stale)
  const safo = await server.person('Safo')
  const post = await safo.createDraft(base)
  const page = await openAs('Safo', `/blog/${post.id}/edit`)
  await typePost(page, hers)
  await server.hipatia.editPost(post, his)
  await page.reload()
  await expectTyped(page, hers)
  await mainButton(page, 'Guardar y Publicar').click()
  await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
  await expect(conflict(page).getByRole('heading', { level: 2 })).toBeFocused() // later than the differences
  await expect(conflict(page).getByText(/La versión guardada es de Hipatia, hoy a las? \d/)).toBeVisible()
  for (const [screen, width] of [
    ['desktop', 1440],
    ['narrow', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    await expectAccessible(page, `a conflict (${screen})`)
    const [left, right] = await Promise.all([
      conflict(page).getByRole('deletion').first().boundingBox(),
      conflict(page).getByRole('insertion').nth(1).boundingBox(),
    ])
    const isBeside = (right?.x ?? 0) > (left?.x ?? 0) + (left?.width ?? 0)
    const isBelow = (right?.y ?? 0) > (left?.y ?? 0) + (left?.height ?? 0)
    expect({ isBeside, isBelow }).toEqual({ isBeside: screen === 'desktop', isBelow: screen === 'narrow' })
  }
  for (const choice of ['Seguir editando la mía', 'Usar la versión guardada', 'Guardar la mía de todos modos'])
    expect((await mainButton(page, choice).boundingBox())?.height).toBeGreaterThanOrEqual(44)

  await titleField(page).fill('El faro nuevo')
  await page.reload()
  await expect(titleField(page)).toHaveValue('El faro nuevo')
  await expect(conflict(page).getByRole('deletion').first()).toBeVisible()
  await server.hipatia.editPost(post, { ...his, content: 'Uno.\n\nEl faro alumbra el cielo.\n\nFin.' })
  await mainButton(page, 'Guardar la mía de todos modos').click()
  await expect(conflict(page).getByRole('status')).toHaveText(/se ha guardado otra versión más/)
  await expect(conflict(page).getByText(/cielo/).first()).toBeVisible()
  expect(await safo.readPost(post)).toMatchObject({ title: 'El faro', is_published: false })
  await mainButton(page, 'Seguir editando la mía').click()
  await expectAccessible(page, 'after a conflict')
  await mainButton(page, 'Guardar y Publicar').click()
  await expect(page).toHaveURL(`/blog/${post.id}`)
  expect(await safo.readPost(post)).toMatchObject({ ...hers, title: 'El faro nuevo', is_published: true })
})
