import { open } from 'node:fs/promises'
import { decodeText } from '../../contract/text/encoding.ts'
import type { PageTexts } from './page-texts.ts'

/** More than the longest text has in UTF-8. */
const maxBytes = 4 * 2 ** 20

// biome-ignore lint/suspicious/noControlCharactersInRegex: texts contain no control characters
const binaryCharacters = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

export async function readHead(path: string, length: number): Promise<Buffer> {
  await using file = await open(path)
  const buffer = Buffer.alloc(Math.min(length, (await file.stat()).size))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return buffer.subarray(0, bytesRead)
}

export async function readPlain(path: string, pages: PageTexts) {
  const text = decodeText(await readHead(path, maxBytes))
  if (!binaryCharacters.test(text.slice(0, 100_000))) pages.add(text.replaceAll('\r\n', '\n'))
}
