import { diffArrays } from 'diff'

export interface Segment {
  text: string
  isChanged: boolean
}

/** Lines of both texts, or the different lines of each; one side may have none. `isWhole`: no words in common. */
export type Block =
  | { kind: 'same'; lines: string[] }
  | { kind: 'changed'; before: Segment[]; after: Segment[]; isWhole: boolean }
type Changed = Extract<Block, { kind: 'changed' }>

/** Texts have up to 100,000 characters: beyond these values the page would freeze or be too long to scroll. */
const maxima = { lineEdits: 2000, wordEdits: 1000, charactersForWords: 20_000, segments: 4000, durationMs: 250 }

interface Budget {
  until: number
  segments: number
}

const words = new Intl.Segmenter('es', { granularity: 'word' })
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment)
const linesOf = (text: string) => (text ? text.split(/\r\n?|\n/) : [])

function compare(before: string[], after: string[], maxEditLength: number, { until }: Budget) {
  return diffArrays(before, after, { maxEditLength, timeout: Math.max(0, until - Date.now()) })
}

/** Joins neighbouring segments, and changes that only spaces separate. */
function joinAcrossSpaces(segments: Segment[]): Segment[] {
  const out: Segment[] = []
  segments.forEach((segment, index) => {
    const last = out.at(-1)
    const isGap = !segment.isChanged && /^ +$/.test(segment.text) && last?.isChanged && segments[index + 1]?.isChanged
    const isChanged = segment.isChanged || isGap === true
    if (last && last.isChanged === isChanged) last.text += segment.text
    else out.push({ text: segment.text, isChanged })
  })
  return out
}

const lengthOf = (segments: Segment[]) => segments.reduce((sum, { text }) => sum + text.trim().length, 0)
const whole = (lines: string[]): Segment[] => (lines.length > 0 ? [{ text: lines.join('\n'), isChanged: true }] : [])

/** Changed words within lines; undefined if less than 30 % is common to both, or the budget is used up. */
function changedWords(before: string, after: string, budget: Budget): Changed | undefined {
  if (before.length + after.length > maxima.charactersForWords || budget.segments <= 0) return
  const changes = compare(wordsOf(before), wordsOf(after), maxima.wordEdits, budget)
  if (!changes) return
  const side = (other: 'added' | 'removed') =>
    changes
      .filter((one) => !one[other])
      .map((one) => ({ text: one.value.join(''), isChanged: one.added || one.removed }))
  const common = lengthOf(side('added').filter((segment) => !segment.isChanged))
  if (common < 0.3 * Math.max(before.length, after.length)) return
  return {
    kind: 'changed',
    before: joinAcrossSpaces(side('added')),
    after: joinAcrossSpaces(side('removed')),
    isWhole: false,
  }
}

function changed(before: string[], after: string[], budget: Budget): Changed {
  const inWords =
    before.length > 0 && after.length > 0 ? changedWords(before.join('\n'), after.join('\n'), budget) : undefined
  const block = inWords ?? { kind: 'changed', before: whole(before), after: whole(after), isWhole: true }
  budget.segments -= block.before.length + block.after.length
  return block
}

/** The differences of two texts, by lines, and by words within similar lines; undefined if the maxima are exceeded. */
export function diffTexts(before: string, after: string): Block[] | undefined {
  const budget: Budget = { until: Date.now() + maxima.durationMs, segments: maxima.segments }
  const changes = compare(linesOf(before), linesOf(after), maxima.lineEdits, budget)
  if (!changes) return
  const blocks: Block[] = []
  let removed: string[] = []
  let added: string[] = []
  const close = () => {
    if (removed.length + added.length > 0) blocks.push(changed(removed, added, budget))
    removed = []
    added = []
  }
  for (const { value, ...is } of changes)
    if (is.removed) removed = removed.concat(value)
    else if (is.added) added = added.concat(value)
    else {
      close()
      blocks.push({ kind: 'same', lines: value })
    }
  close()
  return blocks
}

/** Lines next to a change that stay visible, and the fewest lines worth folding. */
const contextLines = 2
const minFolded = 3

/** Equal lines in three parts: after the previous change, folded, before the next change. */
export function foldUnchanged(lines: string[], { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const from = isFirst ? 0 : contextLines
  const to = lines.length - (isLast ? 0 : contextLines)
  if (to - from < minFolded) return { head: lines, folded: [], tail: [] }
  return { head: lines.slice(0, from), folded: lines.slice(from, to), tail: lines.slice(to) }
}
