import type { FirstSteps } from '../../contract/operator/first-steps.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { useSendTest } from './api.ts'
import css from './first-steps.module.css'
import { texts } from './texts.ts'

/** Sends a test to the own address, and says what the mail server made of it. */
export function TestMail({ found }: { found: FirstSteps['test_mail'] }) {
  const send = useSendTest()
  const isWaiting = found?.state === 'waiting'
  return (
    <>
      <div role="status" className={css.outcome} data-state={found?.state}>
        {found && <p>{texts.test[found.state](found.email)}</p>}
        {found?.reason && <p className="breaks">{found.reason}</p>}
      </div>
      {send.error && <ErrorNote>{messageOf(send.error, texts.testFailed)}</ErrorNote>}
      <Button icon="mail" className="self-start" busy={send.isPending || isWaiting} onClick={() => send.mutate()}>
        {texts.sendTest}
      </Button>
    </>
  )
}
