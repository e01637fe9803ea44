import { useRef } from 'react'
import { useMember } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Dialog, type DialogProps } from '../../ui/dialogs/dialog.tsx'
import css from '../auth.module.css'
import { texts } from './texts.ts'

interface Props {
  codes: string[]
  /** Name of a person who isn't signed in yet. */
  name?: string
  open: boolean
  onClose: () => void
  finalFocus: DialogProps['finalFocus']
}

/** The codes, which are shown once: to print or to copy. */
export function RecoveryCodesDialog({ codes, name, open, onClose, finalFocus }: Props) {
  const me = useMember()
  const list = useRef<HTMLUListElement>(null)
  return (
    <Dialog
      title={texts.codesTitle}
      description={texts.codesIntro}
      open={open}
      onClose={onClose}
      // not the close button: a key too many would lose them
      initialFocus={list}
      finalFocus={finalFocus}
      width="s"
      steady
      footer={
        <>
          <Button onClick={() => window.print()}>{texts.print}</Button>
          <CopyButton text={codes.join('\n')} texts={{ copy: texts.copyCodes, copied: texts.copied }} />
          <Button variant="primary" onClick={onClose}>
            {texts.saved}
          </Button>
        </>
      }
    >
      <div className="recovery-codes">
        <div className={css.printed}>
          <p>{texts.codesHeading}</p>
          <p>{texts.codesOf(name ?? me?.name ?? '')}</p>
        </div>
        <ul ref={list} tabIndex={-1} className={css.codes} aria-label={texts.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
