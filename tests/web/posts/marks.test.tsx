// The words of a link that are marked in a post (tests/e2e/posts/post-marks.spec.ts has the places of the page).
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { posts } from '../../../contract/posts.ts'
import { question } from '../../support/web/dialogs.ts'
import { openPage } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { besidesPost, button, etag, main, post } from './posts.ts'

const marked = () => [...(CSS.highlights.get('searched') ?? [])].map((range) => range.toString())
const clear = page.getByRole('button', { name: 'Quitar marcas' })
const article = main().getByRole('article')

async function openMarked(content: string, words: string) {
  await openPage(`/blog/${post.id}?resaltar=${words}`, {
    answers: [answer(posts.read, { ...post, content }, etag), ...besidesPost],
  })
  await expect.element(main().getByRole('heading', { name: /^Comentarios/ })).toBeVisible()
}

test('case and accents don’t matter, ñ is a letter, words are whole, and the text stays as it is', async () => {
  const content = [
    'Cada año, Árbol o arbol; no el ano, ni los árboles, ni el A\u0301RBOL ni el ár\u00adbol.',
    'Medio**árbol** y [un árbol](https://fuera.example/arbol), `arbol()` y árbol[^1].',
    '```\nconst arbol = 1\n```',
    '| a | b |\n| - | - |\n| arbol | año |',
    '[^1]: Un árbol al pie.',
  ].join('\n\n')
  await openMarked(content, '')
  await expect.element(article).toMatchTextContent(/al pie/)
  const before = article.element().innerHTML
  await openMarked(content, 'A%C3%91O+%C3%A1rbol')
  await expect.element(clear).toBeVisible()
  const words = [
    'año',
    'Árbol',
    'arbol',
    'A\u0301RBOL',
    'ár\u00adbol',
    ...['árbol', 'arbol', 'árbol'],
    ...['arbol', 'arbol', 'año', 'árbol'],
  ]
  await expect.poll(marked).toEqual(words)
  expect(article.element().innerHTML).toBe(before)
})

test('Escape takes the marks away, but not while it closes a question', async () => {
  await openMarked('El papiro.', 'papiro')
  await expect.element(clear).toBeVisible()
  await button('Delete').click()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(marked()).toEqual(['papiro'])
  await userEvent.keyboard('{Escape}')
  await expect.element(clear).not.toBeInTheDocument()
  expect([marked(), location.search]).toEqual([[], ''])
})

test('words that aren’t there, too long ones and too many change nothing', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `palabra${index + 1}`).join('+')
  for (const words of [many, 'a'.repeat(70), 'papir', '%00%FF+***', '<script>', '']) {
    await openMarked(`El papiro y ${'a'.repeat(70)} y palabra21.`, words)
    await expect.element(article).toMatchTextContent(/El papiro/)
    expect(marked()).toEqual([])
    await expect.element(clear).not.toBeInTheDocument()
  }
})
