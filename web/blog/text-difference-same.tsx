import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { fold } from './difference.ts'
import css from './text-difference.module.css'
import { texts } from './version-texts.ts'

/** Lines that both texts have; a long stretch is folded but for what stands next to a change. */
export function SameLines({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { head, folded, tail } = fold(lines, { isFirst, isLast })
  return (
    <>
      <Twice lines={head} />
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
            {isOpen && <Twice lines={folded} />}
          </div>
        </>
      )}
      <Twice lines={tail} />
    </>
  )
}

/** Once for each side; heard, and on phones seen, only once. */
function Twice({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null
  const text = lines.join('\n')
  return (
    <div className={css.row}>
      <div className={css.side}>
        <div className={css.text}>{text}</div>
      </div>
      <div className={css.again} aria-hidden="true">
        <div className={css.text}>{text}</div>
      </div>
    </div>
  )
}
