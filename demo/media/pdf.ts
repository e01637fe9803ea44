// A PDF that needs no embedded font: the Times family, with the characters of WinAnsi.

type Font = 'roman' | 'bold' | 'italic'

interface Style {
  font: Font
  size: number
  before: number
  indent: number
  colour: string
}

const page = { width: 595, height: 842, left: 86, right: 86, top: 92, bottom: 88 }
const ink = '0.125 0.133 0.18'
const clay = '0.612 0.247 0.133'
const styles: Record<string, Style> = {
  '# ': { font: 'bold', size: 22, before: 0, indent: 0, colour: clay },
  '## ': { font: 'bold', size: 14, before: 20, indent: 0, colour: ink },
  '> ': { font: 'italic', size: 12.5, before: 8, indent: 18, colour: '0.34 0.31 0.25' },
  '- ': { font: 'roman', size: 11.5, before: 4, indent: 16, colour: ink },
  '': { font: 'roman', size: 11.5, before: 8, indent: 0, colour: ink },
}
const fonts: Record<Font, string> = { roman: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic' }

/** Widths of Times-Roman from the space to the tilde, in thousandths of the size. The other fonts are a little wider. */
const widths =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541'
    .split(' ')
    .map(Number)

/** Characters of WinAnsi that Latin 1 lacks. */
const winAnsi: Record<string, number> = {
  '–': 0x96,
  '—': 0x97,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '…': 0x85,
  '•': 0x95,
}

const encode = (text: string) =>
  Buffer.from(Array.from(text, (char) => winAnsi[char] ?? char.charCodeAt(0)))
    .toString('latin1')
    .replace(/[\\()]/g, '\\$&')

function widthOf(text: string, { font, size }: Style) {
  const thousandths = Array.from(text.normalize('NFD').replace(/\p{M}/gu, ''), (char) => {
    return widths[char.charCodeAt(0) - 32] ?? (char === '—' ? 1000 : 500)
  }).reduce((sum, width) => sum + width, 0)
  return ((thousandths * size) / 1000) * (font === 'bold' ? 1.07 : 1)
}

function linesOf(text: string, style: Style) {
  const maxWidth = page.width - page.left - page.right - style.indent
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer, style) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const write = (text: string, x: number, y: number, { font, size, colour }: Style) =>
  `BT ${colour} rg /${font} ${size} Tf 1 0 0 1 ${x.toFixed(1)} ${y.toFixed(1)} Tm (${encode(text)}) Tj ET`

/** Lays out paragraphs, one per line: `# ` begins a title, `## ` a heading, `> ` a motto, `- ` a list item. */
function layOutPages(paragraphs: string[]) {
  const pages: string[][] = [[]]
  let y = page.height - page.top
  for (const paragraph of paragraphs) {
    const [prefix = ''] = /^(#|##|>|-) /.exec(paragraph) ?? []
    const style = styles[prefix] as Style
    const lines = linesOf(paragraph.slice(prefix.length), style)
    const step = style.size * 1.42
    const isHeading = prefix === '## '
    if (y - style.before - step * (isHeading ? 4 : 1) < page.bottom) {
      pages.push([])
      y = page.height - page.top
    }
    y -= style.before
    for (const [index, line] of lines.entries()) {
      if (y - step < page.bottom) {
        pages.push([])
        y = page.height - page.top
      }
      y -= step
      if (prefix === '- ' && index === 0) pages.at(-1)?.push(write('•', page.left + 3, y, style))
      pages.at(-1)?.push(write(line, page.left + style.indent, y, style))
    }
  }
  return pages
}

/** An A4 document: a rule at the top of each page, the title and the page number at the bottom. */
export function pdf({ title, author, paragraphs }: { title: string; author: string; paragraphs: string[] }) {
  const pages = layOutPages(paragraphs)
  const small: Style = { font: 'italic', size: 9.5, before: 0, indent: 0, colour: '0.42 0.38 0.31' }
  const firstPage = 7
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Lang(es)/ViewerPreferences<</DisplayDocTitle true>>>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')}]>>`,
    ...Object.values(fonts).map((name) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`),
    `<</Title(${encode(title)})/Author(${encode(author)})>>`,
    ...pages.flatMap((lines, index) => {
      const number = `${index + 1} / ${pages.length}`
      const rule = `${clay} RG 0.8 w ${page.left} ${page.height - 70} m ${page.width - page.right} ${page.height - 70} l S`
      const content = [
        rule,
        ...lines,
        write(title, page.left, 52, small),
        write(number, page.width - page.right - 26, 52, small),
      ].join('\n')
      const names = Object.keys(fonts).map((font, index) => `/${font} ${3 + index} 0 R`)
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Resources<</Font<<${names.join('')}>>>>/Contents ${firstPage + index * 2 + 1} 0 R>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  // Latin 1 from here on: one byte per character.
  let text = '%PDF-1.4\n%\xe1\xe9\xed\xf3\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const trailer = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${count}/Root 1 0 R/Info 6 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + trailer, 'latin1')
}
