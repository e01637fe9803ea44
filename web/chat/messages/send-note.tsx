import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import { useDelayedFlag } from '../use-delayed-flag.ts'
import css from './message.module.css'

/** Most messages are stored before the note could be read. */
const noteDelayMs = 1000

/** Below a message that is on its way for a while. */
export const SendingNote = ({ children }: { children: string }) =>
  useDelayedFlag(true, noteDelayMs) && <span className={css.sending}>{children}</span>

interface FailedProps {
  error: string
  onRetry: () => void
  onDiscard: () => void
}

/** Below a message that wasn't stored. */
export const FailedNote = ({ error, onRetry, onDiscard }: FailedProps) => (
  <div role="alert" className={css.failed}>
    <Icon name="warning" size={18} />
    <span>{error}</span>
    <span className={`wrap ${css.choices}`}>
      <Button size="s" variant="quiet" onClick={onRetry}>
        {texts.retry}
      </Button>
      <Button size="s" variant="quiet" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </span>
  </div>
)
