import { useLive } from '../api/live.ts'
import css from './ribbon.module.css'
import { texts } from './texts.ts'

/** Whether messages come by themselves. While the page connects for the first time it waits before it says no. */
export function Indicator() {
  const live = useLive()
  return (
    <p role="status" className={css.indicator} data-live={live}>
      <span className={css.lamp} aria-hidden="true" />
      {live === 'connected' ? texts.connected : texts.disconnected}
    </p>
  )
}
