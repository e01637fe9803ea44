import { expect, test } from 'vitest'
import { show } from './mount-markdown.tsx'

const id = 'a1'.repeat(16)
const amparo = `@[Amparo *de* la Torre](${id})`
const namesIn = (text: string) => [...show(text).querySelectorAll('bdi')].map((name) => name.textContent)

test('a mention shows the name, as it is, anywhere in a text', () => {
  expect(namesIn(`Hola ${amparo}.`)).toEqual(['@Amparo *de* la Torre'])
  expect(namesIn(`# Con ${amparo}\n\n- **${amparo}**\n\n> ${amparo}`)).toHaveLength(3)
  const table = show(`| Quién | Qué |\n|---|---|\n| @[Ana | Luz](${id}) | pan |`)
  expect([...table.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['@Ana | Luz', 'pan'])
})

test('a visitor sees a name, not a link', () => {
  const page = show(`Hola ${amparo}`)
  expect(page.querySelector('a')).toBeNull()
  expect(page.textContent).toBe('Hola @Amparo *de* la Torre')
})

test('in code and in links a mention is its name only, and nobody ever sees an id', () => {
  const page = show(`\`${amparo}\`\n\n~~~\n${amparo}\n~~~\n\n[ver ${amparo}](https://faro.example)`)
  expect([...page.querySelectorAll('code')].map((code) => code.textContent?.trim())).toEqual([
    '@Amparo *de* la Torre',
    '@Amparo *de* la Torre',
  ])
  expect(page.querySelector('a')?.textContent).toBe('ver @Amparo *de* la Torre')
  expect(page.querySelector('bdi')).toBeNull()
  expect(page.textContent).not.toContain(id)
})

test('what only looks like a mention stays as typed', () => {
  expect(show('@[Amparo](a1) y @[](x) y @Amparo').querySelector('bdi')).toBeNull()
})
