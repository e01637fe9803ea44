import { expect, test } from 'vitest'
import { show } from './mount-markdown.tsx'

const id = 'a1'.repeat(16)
const amparo = `@[Amparo *de* la Torre](${id})`
const namesIn = (text: string) => [...show(text).querySelectorAll('bdi')].map((name) => name.textContent)

test('a mention shows the name, as it is, anywhere in a text, and no link to a visitor; what only looks like one stays as typed', () => {
  const page = show(`Hola ${amparo}`)
  expect([page.textContent, page.querySelector('a')]).toEqual(['Hola @Amparo *de* la Torre', null])
  expect(namesIn(`Hola ${amparo}.`)).toEqual(['@Amparo *de* la Torre'])
  expect(namesIn('@[Amparo](a1) y @[](x) y @Amparo')).toEqual([])
  expect(namesIn(`# Con ${amparo}\n\n- **${amparo}**\n\n> ${amparo}`)).toHaveLength(3)
  const table = show(`| Quién | Qué |\n|---|---|\n| @[Ana | Luz](${id}) | pan |`)
  expect([...table.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['@Ana | Luz', 'pan'])
})

test('in code and in links a mention is its name only, and nobody ever sees an id', () => {
  const page = show(`\`${amparo}\`\n\n~~~\n${amparo}\n~~~\n\n[ver ${amparo}](https://faro.example)`)
  const codes = [...page.querySelectorAll('code')].map((code) => code.textContent?.trim())
  expect(codes).toEqual(['@Amparo *de* la Torre', '@Amparo *de* la Torre'])
  expect(page.querySelector('a')?.textContent).toBe('ver @Amparo *de* la Torre')
  expect(page.querySelector('bdi')).toBeNull()
  expect(page.textContent).not.toContain(id)
})
