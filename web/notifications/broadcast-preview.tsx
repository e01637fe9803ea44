import { useId, useRef } from 'react'
import { paragraphsOf } from '../../contract/letters.ts'
import { useMember } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { texts } from './admin-texts.ts'
import css from './broadcast-preview.module.css'
import type { Writing } from './broadcast-writing.ts'

interface Props {
  writing: Writing
  /** How many get it, where that is known. */
  count: number | undefined
  open: boolean
  isSending: boolean
  onClose: () => void
  onSend: () => void
}

/** The mail as it will look (server/mail/letter.ts makes it), as its author will get it, and how many will get it, before it goes out. */
export default function BroadcastPreview({ writing, count, open, isSending, onClose, onSend }: Props) {
  const id = useId()
  const name = useMember()?.name ?? ''
  const subject = writing.subject.trim()
  const no = useRef<HTMLButtonElement>(null) // the harmless answer has the focus
  const to = writing.include_unsubscribed ? texts.previewToAll : texts.previewTo
  return (
    <Dialog
      title={texts.preview}
      description={count === undefined ? texts.previewFinal : `${to(count)} ${texts.previewFinal}`}
      open={open}
      onOpenChange={onClose}
      steady
      initialFocus={no}
      footer={
        <>
          <Button ref={no} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" icon="send" busy={isSending} onClick={onSend}>
            {count === undefined ? texts.send : texts.sendTo(count)}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long letter is scrolled by keys */}
      <section className={css.letter} aria-labelledby={id} tabIndex={0}>
        <h3 id={id} className={css.caption}>
          {texts.previewLetter}
        </h3>
        <p className={css.subject}>
          <span className={css.label}>{texts.previewSubject}</span> <bdi>{subject}</bdi>
        </p>
        <div className={css.paper}>
          <p className={css.site}>{texts.site}</p>
          <div className={css.body}>
            <p>{texts.greeting(name)}</p>
            <p className={css.title}>{subject}</p>
            {paragraphsOf(writing.message).map((paragraph, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name
              <p key={index}>{paragraph}</p>
            ))}
            <p>{name}</p>
          </div>
          <p className={css.footer}>
            {writing.include_unsubscribed ? texts.whyAll : texts.why}
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
