import { useState } from 'react'
import type { AreaName } from '../../contract/whats-new.ts'
import { Button } from '../ui/controls/button.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { pageHeading } from '../ui/page/focus.ts'
import { texts } from './texts.ts'
import { useAnnouncedCount, useUnseenCount } from './use-unseen-count.ts'
import css from './whats-new.module.css'

interface Props {
  area: AreaName
  /** Time of the newest item in the list; undefined for an empty list. */
  newest: string | undefined
  onShow: () => Promise<{ isError: boolean } | undefined>
}

/** Offers the new items of others above a list, without moving it. Rendered once the list has loaded, empty or not. */
export function WhatsNewBar({ area, newest, onShow }: Props) {
  const unseen = useUnseenCount(area, newest)
  const announced = useAnnouncedCount(unseen)
  const [isBusy, setBusy] = useState(false)

  async function show() {
    const heading = pageHeading()
    setBusy(true)
    const result = await onShow()
    setBusy(false)
    if (result?.isError) return toast.error(texts.showFailed)
    // the page may have been left in the meantime
    if (!heading?.isConnected) return
    window.scrollTo(0, 0)
    heading.focus({ preventScroll: true })
  }

  return (
    <div className={css.anchor} data-print="no">
      <div role="status">
        <span className="visually-hidden">{announced > 0 && texts.unseen(announced)}</span>
      </div>
      {unseen > 0 && (
        <div className={css.bar}>
          <span className={css.text} aria-hidden="true">
            {texts.unseen(unseen)}
          </span>
          <Button variant="quiet" size="s" busy={isBusy} aria-label={texts.showAll(unseen)} onClick={() => void show()}>
            {texts.show}
          </Button>
        </div>
      )}
    </div>
  )
}
