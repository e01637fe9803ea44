import { useId, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import css from '../versions/versions.module.css'
import { foldUnchanged } from './diff-texts.ts'
import { texts } from './texts.ts'

/** Lines of both texts; a long stretch is folded, except next to a change. */
export function UnchangedLines({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
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
