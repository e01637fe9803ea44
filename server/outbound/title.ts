import { Parser } from 'htmlparser2'
import { lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { NewsText } from '../../contract/news.ts'

/** More than any real head has. The parser keeps every unclosed element in memory. */
const maxElements = 5000
const maxTitleUnits = 5000

/** Finds `og:title`, else `<title>`, in a page as it arrives. `write` returns true when no more input is needed. */
export function titleReader() {
  let openGraphTitle = ''
  let title = ''
  let isInTitle = false
  let isDone = false
  let elements = 0
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content = '' }) {
      elements++
      if (name === 'body' || elements > maxElements) isDone = true
      if (isDone) return
      if (name === 'title' && title === '') isInTitle = true
      if (name === 'meta' && openGraphTitle === '' && (property ?? metaName)?.toLowerCase() === 'og:title')
        openGraphTitle = content
    },
    ontext(text) {
      if (isInTitle && title.length < maxTitleUnits) title += text
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
      if (name === 'head') isDone = true
    },
  })
  return {
    write(text: string) {
      // in small pieces: the parser can't stop inside one
      for (let at = 0; at < text.length && !isDone; at += 4096) parser.write(text.slice(at, at + 4096))
      return isDone
    },
    title() {
      if (!isDone) parser.end()
      return cleanTitle(openGraphTitle) ?? cleanTitle(title)
    },
  }
}

/** Title as it is saved: one line, no invisible characters, cut to the maximum; null if nothing is left. */
export function cleanTitle(text: string, maxLength: number = limits.newsTitle) {
  const line = text
    .slice(0, maxTitleUnits)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu, '')
    .normalize('NFC')
    .trim()
  const cut = lengthOf(line) > maxLength ? [...line].slice(0, maxLength).join('').trim() : line
  const title = NewsText.shape.title.safeParse(cut)
  return title.success ? title.data : null
}
