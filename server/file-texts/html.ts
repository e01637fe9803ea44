import { decodeText } from '../../contract/text/encoding.ts'
import { markupReader, skipElements } from './markup.ts'
import type { PageTexts } from './page-texts.ts'
import { readHead } from './plain.ts'

const maxBytes = 16 * 2 ** 20
const withoutText = new Set(['script', 'style', 'template', 'noscript'])
/** Elements inside a line; any other one begins and ends one. */
const inline = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

export async function readHtml(path: string, pages: PageTexts) {
  const skip = skipElements(withoutText)
  const breakLine = (name: string) => !inline.has(name) && pages.add('\n')
  const reader = markupReader(
    {
      open: (name) => skip.open(name) || breakLine(name),
      close: (name) => skip.close() || breakLine(name),
      text: (text) => skip.isSkipping() || pages.add(text.replace(/\s+/g, ' ')),
      isDone: pages.isFull,
    },
    { isXml: false },
  )
  reader.write(decodeText(await readHead(path, maxBytes)))
  reader.end()
}
