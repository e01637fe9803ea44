import { useMemo } from 'react'
import { cx } from '../ui/cx.ts'
import { type Block, differenceOf, type Piece } from './difference.ts'
import css from './text-difference.module.css'
import { SameLines } from './text-difference-same.tsx'
import { texts } from './version-texts.ts'

interface Props {
  before: string
  after: string
  /** What the two texts are, said beside each change where they don't stand side by side, and to screen readers. */
  labels: { before: string; after: string }
}

/** Two texts and where they differ: side by side, or one change below the other where there is no room. */
export function TextDifference({ before, after, labels }: Props) {
  const blocks = useMemo(() => differenceOf(before, after), [before, after])
  if (!blocks)
    return (
      <>
        <p className={css.remark}>{texts.tooDifferent}</p>
        <div className={css.difference}>
          <Row block={{ kind: 'changed', before: plain(before), after: plain(after), isWhole: true }} labels={labels} />
        </div>
      </>
    )
  return (
    <div className={css.difference}>
      {blocks.map((block, index) =>
        block.kind === 'same' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have nothing but their place
          <SameLines key={index} lines={block.lines} isFirst={index === 0} isLast={index === blocks.length - 1} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have nothing but their place
          <Row key={index} block={block} labels={labels} />
        ),
      )}
    </div>
  )
}

const plain = (text: string): Piece[] => [{ text, isMarked: false }]

function Row({ block, labels }: { block: Extract<Block, { kind: 'changed' }>; labels: Props['labels'] }) {
  const { before, after, isWhole } = block
  return (
    <div className={cx(css.row, isWhole && css.whole)}>
      <Side mark="del" pieces={before} label={labels.before} />
      <Side mark="ins" pieces={after} label={labels.after} />
    </div>
  )
}

function Side({ mark: Mark, pieces, label }: { mark: 'del' | 'ins'; pieces: Piece[]; label: string }) {
  if (pieces.length === 0) return <div className={css.none} aria-hidden="true" />
  const isMarked = pieces.some((piece) => piece.isMarked)
  const only = pieces.map(({ text }) => text).join('')
  const blank = only.trim() === '' ? texts.blankLines(only.split('\n').length) : undefined
  return (
    <div className={cx(css.side, isMarked && css[Mark])}>
      <p className={css.label}>{label}</p>
      <div className={css.text}>
        {blank ? (
          <Mark className={css.blank}>{blank}</Mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
          pieces.map(({ text, isMarked }, index) => (isMarked ? <Mark key={index}>{text}</Mark> : text))
        )}
      </div>
    </div>
  )
}
