import { useRef, useState } from 'react'
import type { SectionName } from '../../contract/sections.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import css from './novelties.module.css'
import { texts } from './texts.ts'
import { useAnnounced, useFresh } from './use-fresh.ts'

interface Props {
  section: SectionName
  /** The moment of the newest thing that the list shows, once it is there; undefined when it shows none. */
  newest: string | undefined
  /** Brings the list up to date. */
  onShow: () => Promise<{ isError: boolean } | undefined>
}

/**
 * Says above a list, without moving it, that others have added something, and brings it. To be rendered with the list
 * and with the empty state, not while it is still unknown what there is.
 */
export function Novelties({ section, newest, onShow }: Props) {
  const fresh = useFresh(section, newest)
  const announced = useAnnounced(fresh)
  const [isBusy, setBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const toast = useToast()

  async function show() {
    const heading = place.current?.closest('main')?.querySelector('h1')
    setBusy(true)
    const result = await onShow()
    setBusy(false)
    if (result?.isError) return toast.error(texts.notShown)
    // who has left meanwhile isn't called back
    if (!heading?.isConnected) return
    window.scrollTo(0, 0)
    heading.focus({ preventScroll: true })
  }

  return (
    <div ref={place} className={css.place} data-print="no">
      <div role="status">
        <VisuallyHidden>{announced > 0 && texts.fresh(announced)}</VisuallyHidden>
      </div>
      {fresh > 0 && (
        <div className={css.bar}>
          <span className={css.words} aria-hidden="true">
            {texts.fresh(fresh)}
          </span>
          <Button variant="quiet" size="s" busy={isBusy} aria-label={texts.showAll(fresh)} onClick={() => void show()}>
            {texts.show}
          </Button>
        </div>
      )}
    </div>
  )
}
