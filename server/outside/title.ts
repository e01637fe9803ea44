import { Parser } from 'htmlparser2'
import { lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { NewsText } from '../../contract/news.ts'

/** A head has fewer; without an end the parser would keep every element that isn't closed. */
const mostElements = 5000
/** UTF-16 units of a title that are looked at. */
const mostRead = 5000

/** Finds the title in a page as it comes: `og:title`, else `<title>`. `write` says whether it may stop. */
export function titleReader() {
  let ofGraph = ''
  let title = ''
  let isInTitle = false
  let isOver = false
  let elements = 0
  const parser = new Parser({
    onopentag(name, { property, name: called, content = '' }) {
      elements++
      if (name === 'body' || elements > mostElements) isOver = true
      if (isOver) return
      if (name === 'title' && title === '') isInTitle = true
      if (name === 'meta' && ofGraph === '' && (property ?? called)?.toLowerCase() === 'og:title') ofGraph = content
    },
    ontext(text) {
      if (isInTitle && title.length < mostRead) title += text
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
      if (name === 'head') isOver = true
    },
  })
  return {
    write(text: string) {
      // in small bites, as a bite is read to its end
      for (let at = 0; at < text.length && !isOver; at += 4096) parser.write(text.slice(at, at + 4096))
      return isOver
    },
    title() {
      if (!isOver) parser.end()
      return cleaned(ofGraph) ?? cleaned(title)
    },
  }
}

/** As a title of news may be: on one line, without what is invisible, no longer than it may be; null when nothing is left. */
export function cleaned(text: string) {
  const line = text
    .slice(0, mostRead)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu, '')
    .normalize('NFC')
    .trim()
  const cut = lengthOf(line) > limits.newsTitle ? [...line].slice(0, limits.newsTitle).join('').trim() : line
  const title = NewsText.shape.title.safeParse(cut)
  return title.success ? title.data : null
}
