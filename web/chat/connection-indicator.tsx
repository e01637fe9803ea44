import { useLive } from '../api/live.ts'
import css from './online-strip.module.css'
import { texts } from './texts.ts'
import { useDelayedFlag } from './use-delayed-flag.ts'

const connectTimeoutMs = 2500

export function ConnectionIndicator() {
  const live = useLive()
  const isConnecting = live === 'connecting' || live === 'off'
  const isLate = useDelayedFlag(isConnecting, connectTimeoutMs)
  const isKnown = !isConnecting || isLate
  return (
    <p role="status" className={css.indicator} data-live={live}>
      {isKnown && (
        <>
          <span className={css.dot} aria-hidden="true" />
          {live === 'connected' ? texts.connected : texts.disconnected}
        </>
      )}
    </p>
  )
}
