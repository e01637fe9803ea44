import { expect, it } from 'vitest'
import { hostile } from '../../../tools/hostile-markdown.ts'
import { show } from './mount-markdown.tsx'

const note = 'El resto del texto se muestra sin formato.'
const lettersOf = (text: string | null) => text?.match(/[a-z]/g)?.length

/** Texts of which Markdown itself omits letters: URLs and unused footnotes. */
const hidden = [
  'images nested',
  'definitions',
  'footnotes',
  'footnote called often',
  'reference to one long definition',
  'tokens',
  'tokens in a table',
]

// The slowest text of each kind: without the budgets, 5 s to minutes. `node lab/markdown.ts` measures all of them.
it.each([
  ...hidden,
  'stars a**',
  'emphasis nested',
  'brackets closing',
  'comments open',
  'quotes',
  'quotes many',
  'list nested one line',
  'list lazy',
  'list nested',
  'table wide',
  'table wide, short rows',
  'autolink a@',
  'autolink entities',
  'setext =',
  'one long word, two scripts',
  'marks',
  'tokens unclosed',
  'tokens opening',
  'tokens nested',
  'tokens marked by hand',
  'braces',
])('a hostile text of 100,000 characters (%s) is shown completely within seconds', { timeout: 30_000 }, (name) => {
  const text = (hostile[name] as (size: number) => string)(100_000)
  const start = performance.now()
  const place = show(text)
  place.getBoundingClientRect()
  expect(performance.now() - start).toBeLessThan(10_000) // with the development build of React; the benchmark requires 1 s
  expect(place.querySelectorAll('*').length).toBeLessThan(60_000)
  expect(place.textContent).not.toBe('')
  if (!hidden.includes(name))
    expect(lettersOf(place.querySelector('.prose')?.textContent.replace(note, '') ?? '')).toBe(lettersOf(text))
})
