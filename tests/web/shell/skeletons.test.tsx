import { expect, test } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { openPage } from '../../support/web/screen.tsx'
import { answer, holdBack } from '../../support/web/server.ts'
import { besidesPost, heading, main, post } from '../posts/posts.ts'

test.each(['desktop', 'phone'] as const)(
  'the blog takes the place of its skeleton, and moves nothing above it (%s)',
  async (screen) => {
    const held = holdBack(posts.list)
    await openPage('/blog', { screen, answers: [held.handler, answer(posts.list, [post]), ...besidesPost] })
    const label = main().getByText('Cargando posts...', { exact: true })
    await expect.element(label).toBeVisible()
    const shapes = label.element().nextElementSibling as Element
    // invisible for 300 ms: most lists are there before
    expect(getComputedStyle(shapes).animationName).toMatch(/late/)
    await document.fonts.ready
    const placeOf = (element: Element) => element.getBoundingClientRect()
    const [skeleton, title] = [placeOf(shapes), placeOf(heading().element())]
    held.release()
    const card = main().getByRole('article')
    await expect.element(card).toBeVisible()
    expect(placeOf(card.element()).y).toBeCloseTo(skeleton.y, 0)
    expect(placeOf(card.element()).x).toBeCloseTo(skeleton.x, 0)
    expect(placeOf(heading().element())).toEqual(title)
  },
)
