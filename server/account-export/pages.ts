import type { Dates } from '../lib/dates.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { toIso } from '../lib/time.ts'
import { hrefFrom } from '../pages/href-from.ts'
import { policy } from '../pages/policy.ts'

/** Characters of a piece of a page, at least: each piece passes several streams. */
const pieceLength = 16_384

/** Joins short texts, so that a page of a hundred thousand lines isn't a hundred thousand pieces. */
async function* inPieces(texts: AsyncIterable<string>) {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

export const link = (page: string, path: string, words: string) =>
  `<a href="${escapeHtml(hrefFrom(page, path))}">${escapeHtml(words)}</a>`

/** A link to a web address, which was checked when it was saved. */
export const webLink = (url: string, words = url) =>
  `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(words)}</a>`

/** A text as typed. */
export const plainText = (text: string) => `<p class="plain">${escapeHtml(text)}</p>`

/** Moments as elements. */
export function createMoments(dates: Dates) {
  const element = (at: number, text: string) => `<time datetime="${toIso(at)}">${text}</time>`
  return {
    date: (at: number) => element(at, dates.day(at)),
    dateAndTime: (at: number) => element(at, dates.dayAndTime(at)),
  }
}

export const list = (items: string[]) => `<ul class="items">${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`

/** A whole page at this path, with the parts of its body in between. */
export async function* page(path: string, title: string, body: AsyncIterable<string> | Iterable<string>) {
  const isIndex = path === 'index.html'
  const back = isIndex ? '' : `<p class="back">${link(path, 'index.html', '← Lo tuyo')}</p>\n`
  async function* parts() {
    yield `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${hrefFrom(path, 'estilo.css')}">
</head>
<body>
<main class="page">
${back}<h1>${escapeHtml(title)}</h1>
`
    yield* body
    yield '\n</main>\n</body>\n</html>\n'
  }
  yield* inPieces(parts())
}

export const json = (rows: AsyncIterable<object>) => inPieces(jsonParts(rows))

async function* jsonParts(rows: AsyncIterable<object>) {
  let separator = '[\n'
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
