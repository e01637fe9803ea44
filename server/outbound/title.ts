import { Parser } from 'htmlparser2'
import { lengthOf } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { NewsText } from '../../contract/news.ts'
import { withoutInvisible } from '../../contract/text/invisible.ts'

/** More than any real head has. The parser keeps every unclosed element in memory. */
const maxElements = 5000
const maxTitleUnits = 5000
const titleNames = ['og:title', 'twitter:title']

/** Finds `og:title`, else `<title>`, else `twitter:title`, in a page as it arrives. `write` returns true when no more input is needed. */
export function titleReader() {
  const named = new Map<string, string>()
  let title = ''
  let isInTitle = false
  /** Depth in drawings, whose titles are of their parts. */
  let drawings = 0
  let isDone = false
  let elements = 0
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content = '' }) {
      elements++
      if (name === 'body' || elements > maxElements) isDone = true
      if (isDone) return
      if (name === 'svg') drawings++
      if (name === 'title' && title === '' && drawings === 0) isInTitle = true
      const key = (property ?? metaName)?.toLowerCase()
      if (name === 'meta' && key && titleNames.includes(key) && !named.get(key)) named.set(key, withLetters(content))
    },
    ontext(text) {
      if (isInTitle && title.length < maxTitleUnits) title += text
    },
    onclosetag(name) {
      if (name === 'svg') drawings--
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
      const [openGraph, twitter] = titleNames.map((name) => cleanTitle(named.get(name) ?? ''))
      return openGraph ?? cleanTitle(title) ?? twitter ?? null
    },
  }
}

/** Some sites encode the letters of these titles twice: `&amp;eacute;`. Other entities may be what a title is about. */
const withLetters = (text: string) =>
  text.slice(0, maxTitleUnits).replace(/&(?:#x?[\da-f]{2,6}|[a-z]{3,8});/gi, (entity) => {
    const parts: string[] = []
    new Parser({ ontext: (part) => parts.push(part) }).end(entity)
    const letter = parts.join('')
    return /^\p{L}$/u.test(letter) ? letter : entity
  })

/** Title as it is saved: one line, no invisible characters, cut to the maximum; null if nothing is left. */
export function cleanTitle(text: string, maxLength: number = limits.newsTitle) {
  const line = withoutInvisible(
    text.slice(0, maxTitleUnits).toWellFormed().replace(/\s+/gu, ' ').normalize('NFC'),
  ).trim()
  // letters that could not be read
  if (line.includes('\ufffd')) return null
  const cut = lengthOf(line) > maxLength ? [...line].slice(0, maxLength).join('').trim() : line
  const title = NewsText.shape.title.safeParse(cut)
  return title.success ? title.data : null
}
