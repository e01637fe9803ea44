import { type RealDocument, realDocuments } from './support/documents.ts'
import { expect, type Page, test } from './support/test.ts'

// Hundreds of posts: nobody else has to look at them, or to wait until they are gone.
test.use({ houseName: 'documents', isTidied: false })
test.describe.configure({ mode: 'parallel' })

const documents = realDocuments()
const parts = 4
const width = 360

interface Seen {
  title: string
  /** How many blocks and characters the text has become. */
  blocks: number
  characters: number
  isAsTyped: boolean
  overflow: number
}

/** Goes to a post without loading the page anew, and tells what is seen of it. */
const lookAt = (page: Page, id: string, title: string) =>
  page.evaluate(
    async ({ id, title, width }) => {
      history.pushState(null, '', `/blog/${id}`)
      dispatchEvent(new PopStateEvent('popstate'))
      const find = () => {
        const prose = document.querySelector('main article .prose')
        return document.querySelector('main h1')?.textContent === title ? prose : null
      }
      const prose = await new Promise<Element>((found, fail) => {
        const deadline = performance.now() + 20_000
        const look = () => {
          const prose = find()
          if (prose) found(prose)
          else if (performance.now() > deadline)
            fail(new Error(`${title} did not come: ${document.body.innerText.slice(0, 300)}`))
          else requestAnimationFrame(look)
        }
        look()
      })
      return {
        title,
        blocks: prose.children.length,
        characters: prose.textContent?.trim().length ?? 0,
        isAsTyped: prose.querySelector(':scope > div.as-typed') !== null,
        overflow: (document.scrollingElement?.scrollWidth ?? 0) - width,
      }
    },
    { id, title, width },
  )

test('there are at least 500 of them', () => {
  expect(documents.length).toBeGreaterThanOrEqual(500)
})

for (let part = 0; part < parts; part++)
  test(`every real document can be read on a small phone (part ${part + 1} of ${parts})`, async ({
    house,
    openAs,
    trouble,
  }) => {
    // a document names pictures that lie beside it in its package, and not here
    trouble.tolerate(/^404 GET \S+ \(image\)$/)
    test.setTimeout(120_000)
    const own = documents.filter((_, index) => index % parts === part)
    const author = await house.person(`Escriba ${part + 1}`)

    const visit = async (page: Page, some: RealDocument[]) => {
      const seen: Seen[] = []
      for (const { title, content } of some) {
        const post = await author.writes({ title, content })
        seen.push(await lookAt(page, post.id, title))
      }
      return seen
    }
    const seen = (
      await Promise.all(
        [0, 1].map(async (half) => {
          const page = await openAs(author.name, '/home', { screen: 'narrow' })
          return visit(
            page,
            own.filter((_, index) => index % 2 === half),
          )
        }),
      )
    ).flat()

    expect(seen).toHaveLength(own.length)
    expect(
      seen.filter(({ isAsTyped }) => isAsTyped).map(({ title }) => title),
      'shown as typed',
    ).toEqual([])
    expect(
      seen.filter(({ blocks, characters }) => blocks === 0 || characters === 0),
      'shown empty',
    ).toEqual([])
    expect(
      seen.filter(({ overflow }) => overflow > 0),
      'wider than the window',
    ).toEqual([])
  })
