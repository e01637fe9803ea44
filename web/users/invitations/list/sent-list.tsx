import { useRef, useState } from 'react'
import type { ListedInvitation } from '../../../../contract/auth/password-links.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { LocalAddress } from '../local-address.tsx'
import css from './list.module.css'
import { texts } from './texts.ts'

interface Props {
  sent: ListedInvitation[]
  open: boolean
  onClose: () => void
}

/** The links of a list that was just invited, to be copied. */
export function SentList({ sent, open, onClose }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const area = useRef<HTMLTextAreaElement>(null)
  const lines = sent.map(({ name, path }) => `${name}: ${new URL(path, location.origin).href}`)
  const [first] = sent

  async function copy() {
    try {
      await navigator.clipboard.writeText(lines.join('\n'))
      setCopied('yes')
    } catch {
      // no clipboard without https, or not allowed
      area.current?.select()
      setCopied('no')
    }
  }

  return (
    <Dialog
      title={texts.sentTitle(sent.length)}
      description={first?.is_mailed ? texts.mailed : texts.notMailed}
      open={open}
      onOpenChange={onClose}
      steady
      footer={
        <>
          <Button icon={copied === 'yes' ? 'check' : undefined} onClick={() => void copy()}>
            {copied === 'yes' ? texts.copied : texts.copyAll}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <div className={css.links}>
        <TextArea
          ref={area}
          label={texts.links}
          hint={copied === 'no' ? texts.copyFailed : first && texts.linksHint(first.expires_at)}
          value={lines.join('\n')}
          rows={6}
          grow
          readOnly
        />
        <LocalAddress />
      </div>
    </Dialog>
  )
}
