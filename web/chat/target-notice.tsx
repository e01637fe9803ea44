import { ErrorNote } from '../ui/page/error-note.tsx'
import { Notice } from '../ui/page/notice.tsx'
import css from './chat-page.module.css'
import { texts } from './texts.ts'
import type { useTargetMessage } from './use-target-message.ts'

/** Says that the message of the address isn't shown. */
export function TargetNotice({ result, leave, retry }: ReturnType<typeof useTargetMessage>) {
  if (result === 'failed')
    return (
      <div className={css.notice}>
        <ErrorNote onRetry={retry}>{texts.messageFailed}</ErrorNote>
      </div>
    )
  return (
    result === 'unknown' && (
      <div className={css.notice}>
        <Notice icon="info" title={texts.unknownMessage} onClose={leave}>
          <p>{texts.unknownMessageHint}</p>
        </Notice>
      </div>
    )
  )
}
