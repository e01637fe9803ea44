import { useMemo } from 'react'
import { cx } from '../../ui/cx.ts'
import css from '../versions/versions.module.css'
import { type Block, diffTexts, type Segment } from './diff-texts.ts'
import { texts } from './texts.ts'
import { UnchangedLines } from './unchanged-lines.tsx'

interface Props {
  before: string
  after: string
  /** Names of the two texts, shown at each change on narrow screens and read out on all. */
  labels: { before: string; after: string }
}

export function TextDiff({ before, after, labels }: Props) {
  const blocks = useMemo(() => diffTexts(before, after), [before, after])
  if (!blocks)
    return (
      <>
        <p className="muted small breaks">{texts.tooDifferent}</p>
        <div className="stack clips rounded outlined raised">
          <Row
            block={{ kind: 'changed', before: asSegment(before), after: asSegment(after), isWhole: true }}
            labels={labels}
          />
        </div>
      </>
    )
  return (
    <div className="stack clips rounded outlined raised">
      {blocks.map((block, index) =>
        block.kind === 'same' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their position
          <UnchangedLines key={index} lines={block.lines} isFirst={index === 0} isLast={index === blocks.length - 1} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their position
          <Row key={index} block={block} labels={labels} />
        ),
      )}
    </div>
  )
}

const asSegment = (text: string): Segment[] => [{ text, isChanged: false }]

function Row({ block, labels }: { block: Extract<Block, { kind: 'changed' }>; labels: Props['labels'] }) {
  const { before, after, isWhole } = block
  return (
    <div className={cx(css.row, isWhole && css.whole)}>
      <Side tag="del" segments={before} label={labels.before} />
      <Side tag="ins" segments={after} label={labels.after} />
    </div>
  )
}

function Side({ tag: Tag, segments, label }: { tag: 'del' | 'ins'; segments: Segment[]; label: string }) {
  if (segments.length === 0) return <div className={css.absent} aria-hidden="true" />
  const isChanged = segments.some((segment) => segment.isChanged)
  const whole = segments.map(({ text }) => text).join('')
  const blank = whole.trim() === '' ? texts.blankLines(whole.split('\n').length) : undefined
  return (
    <div className={cx(css.side, isChanged && css[Tag])}>
      <p className={css.label}>{label}</p>
      <div className={css.text}>
        {blank ? (
          <Tag className={css.blank}>{blank}</Tag>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their position
          segments.map(({ text, isChanged }, index) => (isChanged ? <Tag key={index}>{text}</Tag> : text))
        )}
      </div>
    </div>
  )
}
