import { diffArrays } from 'diff'

/** A stretch of one text; marked where the other says something else. */
export interface Piece {
  text: string
  isMarked: boolean
}

/** Lines that both texts have, or what each of them has in the same place: nothing, or at least one line. */
export type Block =
  | { kind: 'same'; lines: string[] }
  | { kind: 'changed'; before: Piece[]; after: Piece[]; isWhole: boolean }
type Changed = Extract<Block, { kind: 'changed' }>

/** Texts may be 100,000 characters of anything: beyond these a page would stand still, or hold too much to scroll. */
const most = { lineEdits: 2000, wordEdits: 1000, wordsIn: 20_000, pieces: 4000, milliseconds: 250 }

interface Budget {
  until: number
  pieces: number
}

const words = new Intl.Segmenter('es', { granularity: 'word' })
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment)
const linesOf = (text: string) => (text ? text.split(/\r\n?|\n/) : [])

function compare(before: string[], after: string[], maxEditLength: number, { until }: Budget) {
  return diffArrays(before, after, { maxEditLength, timeout: Math.max(0, until - Date.now()) })
}

/** What has only spaces between two changes reads better as one. */
function joined(pieces: Piece[]): Piece[] {
  const out: Piece[] = []
  pieces.forEach((piece, index) => {
    const last = out.at(-1)
    const isGap = !piece.isMarked && /^ +$/.test(piece.text) && last?.isMarked && pieces[index + 1]?.isMarked
    const isMarked = piece.isMarked || isGap === true
    if (last && last.isMarked === isMarked) last.text += piece.text
    else out.push({ text: piece.text, isMarked })
  })
  return out
}

const lengthOf = (pieces: Piece[]) => pieces.reduce((sum, { text }) => sum + text.trim().length, 0)
const whole = (lines: string[]): Piece[] => (lines.length > 0 ? [{ text: lines.join('\n'), isMarked: true }] : [])

/** The words that differ within lines; undefined where too few are left to speak of the same lines. */
function changedWords(before: string, after: string, budget: Budget): Changed | undefined {
  if (before.length + after.length > most.wordsIn || budget.pieces <= 0) return
  const changes = compare(wordsOf(before), wordsOf(after), most.wordEdits, budget)
  if (!changes) return
  const side = (other: 'added' | 'removed') =>
    changes
      .filter((one) => !one[other])
      .map((one) => ({ text: one.value.join(''), isMarked: one.added || one.removed }))
  const kept = lengthOf(side('added').filter((piece) => !piece.isMarked))
  if (kept < 0.3 * Math.max(before.length, after.length)) return
  return { kind: 'changed', before: joined(side('added')), after: joined(side('removed')), isWhole: false }
}

function changed(before: string[], after: string[], budget: Budget): Changed {
  const inWords =
    before.length > 0 && after.length > 0 ? changedWords(before.join('\n'), after.join('\n'), budget) : undefined
  const block = inWords ?? { kind: 'changed', before: whole(before), after: whole(after), isWhole: true }
  budget.pieces -= block.before.length + block.after.length
  return block
}

/**
 * Where two texts differ, by lines, and by words within lines that resemble each other. Undefined when they differ too
 * much, or are too long, to find out in a quarter of a second.
 */
export function differenceOf(before: string, after: string): Block[] | undefined {
  const budget: Budget = { until: Date.now() + most.milliseconds, pieces: most.pieces }
  const changes = compare(linesOf(before), linesOf(after), most.lineEdits, budget)
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

/** Lines around a change that stay in sight, and how many hidden ones are worth a button. */
const context = { lines: 2, worthwhile: 3 }

/** A stretch of equal lines in three: what leads over from the change before, what is folded, what leads to the next. */
export function fold(lines: string[], { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const from = isFirst ? 0 : context.lines
  const to = lines.length - (isLast ? 0 : context.lines)
  if (to - from < context.worthwhile) return { head: lines, folded: [], tail: [] }
  return { head: lines.slice(0, from), folded: lines.slice(from, to), tail: lines.slice(to) }
}
