// A text of Markdown on the page of its post and in the preview of the editor.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { posts } from '../../../contract/posts.ts'
import { openPage } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { besidesPost, etag, post } from '../posts/posts.ts'

const answersWith = (changes: Partial<typeof post>) => [
  answer(posts.read, { ...post, ...changes }, etag),
  ...besidesPost,
]
const article = page.getByRole('article')

const rich = `# El faro

Una **negrita**, una *cursiva*, algo ~~tachado~~ y \`código\`.

| Piso | Forma | Altura |
|:-----|:-----:|-------:|
| primero | cuadrado | 60 m |

- [x] encender el fuego
- [ ] dormir

1. uno
2. dos

> Una torre en medio del mar.

Dicen que se veía a cincuenta kilómetros[^1], o más[^otra].

[^1]: Lo cuenta Flavio Josefo.
[^otra]: Y nadie lo ha medido.

\`\`\`js
const luz = 'encendida'
\`\`\`

---
`

test('a post shows all elements of Markdown, and so does the preview of its editor', async () => {
  const answers = answersWith({ content: rich })
  await openPage(`/blog/${post.id}`, { answers })
  await expect.element(article.getByRole('heading', { name: 'El faro', level: 2 }).first()).toBeVisible()
  for (const [selector, texts] of [
    ['strong', ['negrita']],
    ['em', ['cursiva']],
    ['del', ['tachado']],
    ['p code', ['código']],
    ['th', ['Piso', 'Forma', 'Altura']],
    ['td', ['primero', 'cuadrado', '60 m']],
    ['ol:not([data-footnotes] *) li', ['uno', 'dos']],
    ['blockquote', ['Una torre en medio del mar.']],
    ['pre code', ["const luz = 'encendida'"]],
    ['hr', ['']],
    ['[data-footnotes] li', ['Lo cuenta Flavio Josefo. ↩', 'Y nadie lo ha medido. ↩']],
  ] as const) {
    const found = [...article.element().querySelectorAll(selector)].map(({ textContent }) => textContent?.trim())
    expect(found, selector).toEqual(texts)
  }
  const shown = (element: Element) => (element as HTMLElement).innerText.trim()
  const asPost = shown(article.element())

  await openPage(`/blog/${post.id}/edit`, { answers })
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect.element(page.getByRole('tabpanel', { name: 'Preview' }).getByRole('checkbox').first()).toBeVisible()
  expect(shown(page.getByRole('tabpanel', { name: 'Preview' }).element())).toBe(asPost)
})

test('no title or text is wider than the smallest phone', async () => {
  const columns = Array.from({ length: 14 }, (_, index) => `columna ${index}`)
  const content = `| ${columns.join(' | ')} |\n|${'---|'.repeat(14)}\n| ${columns.join(' de cuatro palabras | ')} |

\`\`\`\n${'una línea de código que no se acaba nunca '.repeat(20)}\n\`\`\`

> - ${'> '.repeat(8)}hondo ${'sinespacios'.repeat(60)}

![${'texto '.repeat(80)}](https://museo.example/x.png)

https://youtu.be/dQw4w9WgXcQ
`
  await openPage(`/blog/${post.id}`, {
    screen: 'narrow',
    answers: answersWith({ title: 'Anchísimo'.repeat(15), content }),
  })
  await expect.element(article.getByRole('button', { name: /^Reproducir/ })).toBeVisible()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
