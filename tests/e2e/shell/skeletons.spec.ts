import { delayResponse } from '../../support/browser/network.ts'
import { postCard } from '../../support/browser/pages/posts.ts'
import { expect, type Screen, test } from '../../support/browser/test.ts'

for (const screen of ['desktop', 'phone'] as const satisfies Screen[])
  test(`the list of the blog takes the place of its skeleton, and nothing above it moves, on a ${screen} screen`, async ({
    server,
    openAs,
  }) => {
    await server.hipatia.createPost({ title: 'En su sitio' })
    const safo = await openAs('Safo', '/home', { screen })
    const lists = await delayResponse(safo, '**/api/posts?*')
    await safo.goto('/blog')
    const label = safo.getByText('Cargando posts...', { exact: true })
    await expect(label).toBeVisible()
    const shapes = label.locator('xpath=following-sibling::*')
    // invisible for 300 ms: most lists are there before
    expect(await shapes.evaluate((element) => getComputedStyle(element).animationName)).toMatch(/late/)
    const heading = safo.getByRole('heading', { level: 1, name: 'Blog' })
    const before = { shapes: await shapes.boundingBox(), heading: await heading.boundingBox() }
    lists.release()
    await expect(postCard(safo, 'En su sitio')).toBeVisible()
    const card = await postCard(safo, 'En su sitio').boundingBox()
    expect(card?.y).toBeCloseTo(before.shapes?.y ?? Number.NaN, 0)
    expect(card?.x).toBeCloseTo(before.shapes?.x ?? Number.NaN, 0)
    expect(await heading.boundingBox()).toEqual(before.heading)
  })
