/**
 * Maximum rendering cost of a text, in about µs. The parser and React need 10 to 50 µs for each Markdown character: a
 * README of 100,000 characters takes 0.15 s, but 100,000 characters of nothing but Markdown would block the page for
 * seconds. So every line has a price, and the text after the last affordable line is shown as typed. Costs that grow
 * faster than the text are counted here if they show in the lines (depth, quotes, long paragraphs), otherwise in
 * `parser-budget.ts`.
 */
const budget = 450_000
const maxDepth = 30
const linePrice = 35
const prices = new Uint8Array(128)
for (const [characters, price] of [
  ['[', 22],
  ['|', 18],
  [']', 12],
  ['^', 70],
  ['@:', 30],
  ['.', 10],
  ['`', 12],
  ['<*_~wW', 8],
  ['&\\!()', 4],
] as const) {
  for (const character of characters) prices[character.charCodeAt(0)] = price
}

/** The part to render, and the rest to show as typed (empty for nearly every text). */
export function splitAtBudget(text: string): { markdown: string; rest: string } {
  let spent = 0
  let depth = 0
  let run = 0
  let number = 0
  for (let start = 0; start < text.length; number++) {
    const end = endOfLine(text, start)
    const prefix = prefixOf(text, start, end)
    const isBlank = prefix.end === end && !prefix.markers
    const isLeft = !prefix.markers && prefix.end === start
    if (prefix.markers) depth = prefix.depth
    else if (isLeft && !isBlank && run === 0) depth = 0
    run = isBlank ? 0 : run + 1
    // Every open container checks each line; a paragraph joins its lines one by one; a quote or an underlined heading
    // copies everything before it.
    spent += linePrice + prefix.markers * 30 + depth * 8 + run * 0.03 + (prefix.copies ? number * 0.1 : 0)
    for (let index = start; index < end; index++) spent += prices[text.charCodeAt(index)] ?? 0
    if (spent > budget || prefix.depth > maxDepth) return { markdown: text.slice(0, start), rest: text.slice(start) }
    start = end + 1
  }
  return { markdown: text, rest: '' }
}

const lineEnd = /[\r\n]|$/g

function endOfLine(text: string, start: number): number {
  lineEnd.lastIndex = start
  return lineEnd.exec(text)?.index ?? text.length
}

const marker = /[ \t]*(?:>|[-+*](?![^ \t\r\n])|\d{1,9}[.)](?![^ \t\r\n])|\[\^[^\]\r\n]{1,999}\]:)/y
const underline = /[ \t]*(?:=+|-+)[ \t]*(?=[\r\n]|$)/y
const space = /[ \t]*/y

/** The quotes, list items and footnotes that a line opens or continues; two columns of indent can continue one. */
function prefixOf(text: string, start: number, end: number) {
  let markers = 0
  let at = start
  let copies = matches(underline, text, start) > 0
  for (let length = 1; length && at < end && markers <= maxDepth; at += length) {
    length = matches(marker, text, at)
    if (length) markers++
    if (length && text[at + length - 1] === '>') copies = true
  }
  const indent = matches(space, text, start)
  const columns = indent + 3 * (text.slice(start, start + indent).split('\t').length - 1)
  return { markers, copies, depth: markers ? markers + Math.floor(columns / 2) : 0, end: at + matches(space, text, at) }
}

function matches(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
