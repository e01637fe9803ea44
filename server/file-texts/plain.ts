import { open } from 'node:fs/promises'
import type { PageTexts } from './page-texts.ts'

/** More than the longest text has in UTF-8. */
const maxBytes = 4 * 2 ** 20

// biome-ignore lint/suspicious/noControlCharactersInRegex: texts contain no control characters
const binaryCharacters = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

export async function readHead(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(Math.min(length, (await file.stat()).size))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** By its byte order mark; without one UTF-8, or Windows-1252 if it isn't that. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // a character may be cut at the end
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export async function readPlain(path: string, pages: PageTexts) {
  const text = decodeText(await readHead(path, maxBytes))
  if (!binaryCharacters.test(text.slice(0, 100_000))) pages.add(text.replaceAll('\r\n', '\n'))
}
