import { useLive } from '../api/live.ts'
import css from './ribbon.module.css'
import { texts } from './texts.ts'
import { useLate } from './use-late.ts'

/** Milliseconds in which a page may connect before it says that it isn't: the first moments are no failure. */
const connectsWithin = 2500

/** Whether messages come by themselves. */
export function Indicator() {
  const live = useLive()
  const isConnecting = live === 'connecting' || live === 'off'
  const isLate = useLate(isConnecting, connectsWithin)
  const isKnown = !isConnecting || isLate
  return (
    <p role="status" className={css.indicator} data-live={live}>
      {isKnown && (
        <>
          <span className={css.lamp} aria-hidden="true" />
          {live === 'connected' ? texts.connected : texts.disconnected}
        </>
      )}
    </p>
  )
}
