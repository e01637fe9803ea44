/** Converts texts of a blog that has some files, another post, and a block of all its posts. */
import { expect } from 'vitest'
import { toPostMarkdown } from '../../../../server/imports/wordpress/markdown.ts'

export const id = (digit: string) => digit.repeat(32)
const files: Record<string, { id: string; name: string; isPicture: boolean }> = {
  'faro.jpg': { id: id('a'), name: 'faro.jpg', isPicture: true },
  'mar.jpg': { id: id('b'), name: 'mar.jpg', isPicture: true },
  'actas.pdf': { id: id('c'), name: 'actas.pdf', isPicture: false },
  'voz.mp3': { id: id('d'), name: 'voz.mp3', isPicture: false },
}
const byAttachment: Record<number, string> = { 11: 'faro.jpg', 12: 'mar.jpg', 13: 'voz.mp3' }
export const faro = `![](file:${id('a')})`
export const mar = `![](file:${id('b')})`

export function convert(html: string, { footnotes }: { footnotes?: string } = {}) {
  const leftOut: string[] = []
  const markdown = toPostMarkdown(html, {
    base: 'https://blog.example',
    attached: [11, 12],
    footnotes: footnotes ?? '',
    leftOut: (what, reason) => leftOut.push(`${what}: ${reason}`),
    resolve: {
      file: (url, attachment) =>
        files[byAttachment[attachment ?? 0] ?? url.replace(/^.*\//, '').replace(/-\d+x\d+(?=\.\w+$)/, '')],
      post: (url) => (url.startsWith('https://blog.example/otra') ? { id: id('e'), title: 'Otra entrada' } : undefined),
      block: (number) => (number === 7 ? '<!-- wp:paragraph --><p>De todos.</p><!-- /wp:paragraph -->' : undefined),
    },
  })
  return { markdown, leftOut }
}

export const markdownOf = (html: string) => {
  const { markdown, leftOut } = convert(html)
  expect(leftOut).toEqual([])
  return markdown
}
