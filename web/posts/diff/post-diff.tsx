import { useId, useMemo, useState } from 'react'
import { showMentions } from '../../../contract/markdown/mentions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { texts } from '../texts.ts'
import css from '../versions/versions.module.css'
import { type Block, diffTexts, foldUnchanged, type Segment } from './diff-texts.ts'

export interface PostText {
  title: string
  category: string
  content: string
}

export const isSameText = (one: PostText, other: PostText) =>
  one.title === other.title && one.category === other.category && one.content === other.content

interface Props {
  before: PostText
  after: PostText
  /** Names of the two texts, shown at each change on narrow screens and read out on all. */
  labels: { before: string; after: string }
}

export function PostDiff({ before, after, labels }: Props) {
  if (isSameText(before, after)) return <p className="muted small breaks">{texts.nothingDiffers}</p>
  return (
    <div className="stack contained gap-4">
      <div className={css.columnLabels} aria-hidden="true">
        <p>{labels.before}</p>
        <p>{labels.after}</p>
      </div>
      {(['title', 'category', 'content'] as const).map((field) => (
        <section key={field} className={`stack gap-1 ${css.field}`}>
          <h3>{texts[field]}</h3>
          {before[field] === after[field] && field !== 'content' ? (
            <p className="muted small breaks">
              {before[field]} · {texts.equal}
            </p>
          ) : (
            <TextDiff before={showMentions(before[field])} after={showMentions(after[field])} labels={labels} />
          )}
        </section>
      ))}
    </div>
  )
}

function TextDiff({ before, after, labels }: Record<'before' | 'after', string> & Pick<Props, 'labels'>) {
  const found = useMemo(() => diffTexts(before, after), [before, after])
  const whole: Block = { kind: 'changed', before: asSegment(before), after: asSegment(after), isWhole: true }
  const blocks = found ?? [whole]
  return (
    <>
      {!found && <p className="muted small breaks">{texts.tooDifferent}</p>}
      <div className="stack clips rounded outlined raised">
        {blocks.map((block, index) =>
          block.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their position
            <UnchangedLines key={index} {...block} isFirst={index === 0} isLast={index === blocks.length - 1} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their position
            <Row key={index} block={block} labels={labels} />
          ),
        )}
      </div>
    </>
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
      <p className={`tiny strong ${css.label}`}>{label}</p>
      <div className={css.text}>
        {blank ? (
          <Tag className="italic">{blank}</Tag>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their position
          segments.map(({ text, isChanged }, index) => (isChanged ? <Tag key={index}>{text}</Tag> : text))
        )}
      </div>
    </div>
  )
}

/** Lines of both texts; a long stretch is folded, except next to a change. */
function UnchangedLines({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { head, folded, tail } = foldUnchanged(lines, { isFirst, isLast })
  return (
    <>
      <BothSides lines={head} />
      {folded.length > 0 && (
        <>
          <div className={css.fold}>
            <Button
              size="s"
              variant="quiet"
              icon="chevron"
              className={isOpen ? css.unfolded : undefined}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {texts.sameLines(folded.length)}
            </Button>
          </div>
          <div id={id} hidden={!isOpen}>
            {isOpen && <BothSides lines={folded} />}
          </div>
        </>
      )}
      <BothSides lines={tail} />
    </>
  )
}

/** The same lines on both sides; the second copy is hidden from screen readers and on narrow screens. */
function BothSides({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null
  const text = lines.join('\n')
  return (
    <div className={css.row}>
      <div className={css.side}>
        <div className={css.text}>{text}</div>
      </div>
      <div className={css.copy} aria-hidden="true">
        <div className={css.text}>{text}</div>
      </div>
    </div>
  )
}
