import { useState } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { useEnableHere } from './api.ts'
import { pushSupport } from './browser.ts'
import { texts } from './texts.ts'

/** In the local storage: this browser has been asked, and isn't again. */
const askedKey = 'asked-for-push'

const mayAsk = () =>
  pushSupport() === 'here' && Notification.permission === 'default' && localStorage.getItem(askedKey) === null

export interface AskForPushProps {
  /** The pressed button, and with it the focus, has gone. */
  onAnswered: () => void
}

/** Asks once in each browser, after something that others may answer. The browser's own question comes after a yes only. */
export default function AskForPush({ onAnswered }: AskForPushProps) {
  const [isOpen, setOpen] = useState(mayAsk)
  const { enable, isBusy } = useEnableHere()
  if (!isOpen) return null

  function close() {
    localStorage.setItem(askedKey, '1')
    setOpen(false)
    onAnswered()
  }

  return (
    <Notice icon="bell" title={texts.ask}>
      <p>{texts.askHint}</p>
      <div className="row wrap gap-2 above-3">
        <Button variant="primary" busy={isBusy} onClick={() => void enable().then(close)}>
          {texts.yes}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={close}>
          {texts.no}
        </Button>
      </div>
    </Notice>
  )
}
