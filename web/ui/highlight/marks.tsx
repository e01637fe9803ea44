import { cx } from '../cx.ts'
import { useListener } from '../hooks/use-listener.ts'
import { Icon } from '../icons.tsx'
import { isComposing } from '../is-composing.ts'
import { texts } from '../texts.ts'
import css from './marks.module.css'

interface Props {
  count: number
  onClear: () => void
  /** Above the toolbar of a document, of which only the pages on screen have marks: they aren't counted. */
  isAboveTools?: boolean
}

/** How many words are marked, and a button that takes the marks away, as Escape does. */
export function Marks({ count, onClear, isAboveTools = false }: Props) {
  const isShown = count > 0
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    // there Escape has another meaning
    const isElsewhere =
      event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
    if (!isElsewhere && !document.querySelector('[role=dialog]')) onClear()
  }
  useListener('keydown', onKeyDown, { isOn: isShown })

  return (
    <div className={cx(css.place, isAboveTools && css.aboveTools)} data-print="no">
      <div className={css.marks} hidden={!isShown}>
        <span role="status" className="muted small tabular">
          {isShown && (isAboveTools ? texts.marked : texts.marks(count))}
        </span>
        <button type="button" className={css.clear} onClick={onClear}>
          {texts.clearMarks}
          <Icon name="close" size={16} />
        </button>
      </div>
    </div>
  )
}
