import { useMember } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton, useCopy } from '../../ui/controls/copy-button.tsx'
import { Dialog, type DialogProps } from '../../ui/dialogs/dialog.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import css from '../auth.module.css'
import { texts } from './texts.ts'

export interface FactorDialogProps extends Pick<DialogProps, 'open' | 'finalFocus'> {
  onClose: () => void
}

interface Props extends FactorDialogProps {
  codes: string[]
  /** Name of a person who isn't signed in yet. */
  name?: string
}

/** The codes, which are shown once: to print or to copy. */
export function RecoveryCodesDialog({ codes, name, open, onClose, finalFocus }: Props) {
  const me = useMember()
  const { shown, hasFailed, copying } = useCopy<HTMLUListElement>(codes.join('\n'))
  return (
    <Dialog
      title={texts.codesTitle}
      description={texts.codesIntro}
      open={open}
      onClose={onClose}
      // not the close button: a key too many would lose them
      initialFocus={shown}
      finalFocus={finalFocus}
      width="s"
      steady
      footer={
        <>
          <Button onClick={() => window.print()}>{texts.print}</Button>
          <CopyButton texts={{ copy: texts.copyCodes, copied: texts.copied }} {...copying} />
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
        <ul ref={shown} tabIndex={-1} className={css.codes} aria-label={texts.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      {hasFailed && (
        <div className="above-3" data-print="no">
          <ErrorNote>{texts.copyCodesFailed}</ErrorNote>
        </div>
      )}
    </Dialog>
  )
}
