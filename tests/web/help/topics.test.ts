// The texts of the help and their pictures: everything that is named is there.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findHelpTopic, helpTopics } from '../../../contract/content/help-topics.ts'
import { pages } from '../../../contract/pages.ts'

const folder = `${import.meta.dirname}/../../../web/help`
const namesIn = (path: string, extension: string) =>
  readdirSync(`${folder}/${path}`)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .toSorted()

const texts = new Map(
  namesIn('topics', '.md').map((slug) => [slug, readFileSync(`${folder}/topics/${slug}.md`, 'utf8')]),
)
const matches = (pattern: RegExp) => [...texts.values()].flatMap((text) => [...text.matchAll(pattern)])

test('each topic has a text, and each text is a topic', () => {
  expect([...texts.keys()]).toEqual(helpTopics.map(({ slug }) => slug).toSorted())
})

test('each picture that a topic shows exists in both themes, with its size, and there is no other', () => {
  const shown = matches(/!\[[^\]]+\]\(([\w-]+)\)/g)
    .map(([, name]) => name)
    .toSorted()
  expect(shown.length).toBeGreaterThan(10)
  for (const theme of ['light', 'dark']) expect(namesIn(`pictures/${theme}`, '.webp')).toEqual(shown)
  expect(Object.keys(JSON.parse(readFileSync(`${folder}/pictures/sizes.json`, 'utf8'))).toSorted()).toEqual(shown)
})

test('links of the help lead to its own topics', () => {
  const links = matches(/(?<!!)\[[^\]]+\]\((\/[^)]+)\)/g).map(([, address = '']) => address)
  expect(links.length).toBeGreaterThan(5)
  for (const address of links) expect(findHelpTopic(address.replace('/help/', '')), address).toBeDefined()
})

test('a page of members leads to a topic that its person may read', () => {
  for (const { path, access } of Object.values(pages)) {
    const [, area = ''] = path.split('/')
    if (access === 'public') continue
    expect([access, 'member', 'public'], path).toContain(findHelpTopic(area)?.access)
  }
})
