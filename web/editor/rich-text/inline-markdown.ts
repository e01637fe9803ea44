import { inlineFormats, isWord } from '../formatting/inline-formats.ts'
import { escapeLabel, isAddress, linkTarget } from '../formatting/links.ts'

/** Words with one look. */
export interface Run {
  text: string
  bold: boolean
  italic: boolean
  code: boolean
  href: string | undefined
}

type Mark = 'href' | keyof typeof inlineFormats

const isSign = (sign: string | undefined) => sign !== undefined && /[\p{P}\p{S}]/u.test(sign)

/** Signs of the text itself that would format it; not in addresses, nor inside a word as in `nombre_de_archivo`. */
const escapeSigns = (text: string) =>
  text.replace(
    /((?:https?:\/\/|www\.)\S+)|[*`]|\\(?=[!-/:-@[-`{-~])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
    (sign, address?: string) => address ?? `\\${sign}`,
  )

function groupsOf(runs: Run[], mark: Mark) {
  const groups: Run[][] = []
  for (const run of runs) {
    const last = groups.at(-1)
    if (last && last[0]?.[mark] === run[mark]) last.push(run)
    else groups.push([run])
  }
  return groups
}

const textOf = (runs: Run[]) => runs.map(({ text }) => text).join('')

function link(words: string, href: string) {
  const isBare = words === href || `mailto:${words}` === href || (isAddress(words) && `${words}/` === href)
  return isBare ? words : `[${escapeLabel(words)}](${linkTarget(href)})`
}

/** Markdown of the runs of a paragraph. Spaces at the ends of a mark are put outside, where it would not work. */
export function inlineMarkdown(runs: Run[], marks: Mark[] = ['href', 'bold', 'italic', 'code']): string {
  const [mark, ...others] = marks
  if (!mark) return escapeSigns(textOf(runs))
  const groups = groupsOf(runs, mark)
  return groups
    .map((group, index) => {
      const value = group[0]?.[mark]
      const inner = value && mark === 'code' ? textOf(group) : inlineMarkdown(group, others)
      const words = inner.trim()
      if (!value || !words) return inner
      const from = inner.indexOf(words)
      const [lead, tail] = [inner.slice(0, from), inner.slice(from + words.length)]
      if (mark === 'href') return lead + link(words, String(value)) + tail
      // emphasis glued to a letter doesn't work with a sign at that end
      const isGlued =
        mark !== 'code' &&
        ((!lead && isSign(words[0]) && isWord(textOf(groups[index - 1] ?? []).at(-1))) ||
          (!tail && isSign(words.at(-1)) && isWord(textOf(groups[index + 1] ?? [])[0])))
      const sign = inlineFormats[mark].delimiter(words)
      return isGlued ? inner : lead + sign + words + sign + tail
    })
    .join('')
}
