import { useId, useRef } from 'react'
import { paragraphsOf } from '../../contract/content/paragraphs.ts'
import { useMember } from '../api/session.ts'
import { useIsMailUnset } from '../mail/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import type { BroadcastDraft } from './broadcast-draft.ts'
import css from './broadcasts.module.css'
import { texts } from './texts.ts'

interface Props {
  draft: BroadcastDraft
  count: number | undefined
  open: boolean
  isSending: boolean
  onClose: () => void
  onSend: () => void
}

/** The mail as its author will receive it (see server/mail/templates/render.ts), and the count of recipients. */
export default function BroadcastPreview({ draft, count, open, isSending, onClose, onSend }: Props) {
  const id = useId()
  const name = useMember()?.name ?? ''
  const subject = draft.subject.trim()
  const cancelButton = useRef<HTMLButtonElement>(null) // the cancel button has the initial focus
  const to = draft.include_unsubscribed ? texts.previewToAll : texts.previewTo
  const sentence = count === undefined ? texts.previewFinal : `${to(count)} ${texts.previewFinal}`
  const isUnset = useIsMailUnset()
  return (
    <Dialog
      title={texts.preview}
      description={isUnset ? texts.previewUnset : sentence}
      open={open}
      onClose={onClose}
      steady
      initialFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" icon="send" busy={isSending} onClick={onSend}>
            {count === undefined ? texts.send : texts.sendTo(count)}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <section className={css.mail} aria-labelledby={id} tabIndex={0}>
        <h3 id={id} className={css.caption}>
          {texts.previewMail}
        </h3>
        <p className={css.mailSubject}>
          <span className="muted regular">{texts.previewSubject}</span> <bdi>{subject}</bdi>
        </p>
        <div className={css.paper}>
          <p className={css.site}>{texts.site}</p>
          <div className={css.body}>
            <p>{texts.greeting(name)}</p>
            <p className={css.title}>{subject}</p>
            {paragraphsOf(draft.message).map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their position
              <p key={index}>{paragraph}</p>
            ))}
            <p>{name}</p>
          </div>
          <p className={css.footer}>
            {draft.include_unsubscribed ? texts.whyAll : texts.why}
            <br />
            <span className={css.link}>{texts.unsubscribe}</span>
            <br />
            <span className={css.link}>{texts.goHome}</span>
          </p>
        </div>
      </section>
    </Dialog>
  )
}
