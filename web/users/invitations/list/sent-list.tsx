import { useId, useRef, useState } from 'react'
import type { ListedInvitation } from '../../../../contract/auth/password-links.ts'
import { ActionItem, ActionList } from '../../../ui/action-list.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { TextArea } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import css from '../../user-dialog.module.css'
import { LinkButtons, LocalAddress } from '../handed-link.tsx'
import { texts as common } from '../texts.ts'
import { texts } from './texts.ts'

interface Props {
  sent: ListedInvitation[]
  open: boolean
  onClose: () => void
}

/** The links of a list that was just invited, to be handed over: one person's each, or all to be copied. */
export function SentList({ sent, open, onClose }: Props) {
  const [failure, setFailure] = useState<string>()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const links = sent.map(({ name, path }) => ({ name, address: new URL(path, location.origin).href }))
  const lines = links.map(({ name, address }) => `${name}: ${address}`)
  const all = lines.join('\n')
  const [first] = sent

  /** For the keyboard or the menu, without a clipboard. */
  function select(from: number, length: number, said: string) {
    area.current?.focus()
    area.current?.setSelectionRange(from, from + length)
    setFailure(said)
  }

  return (
    <Dialog
      title={texts.sentTitle(sent.length)}
      description={first?.is_mailed ? texts.mailed : texts.notMailed}
      open={open}
      onClose={onClose}
      steady
      footer={
        <>
          <CopyButton
            text={all}
            texts={{ copy: texts.copyAll, copied: texts.copied }}
            onCopied={(isCopied) => isCopied || select(0, all.length, texts.copyFailed)}
          />
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <LocalAddress />
      <h3 id={id} className={css.heading}>
        {texts.eachLink}
      </h3>
      <ActionList labelledBy={id}>
        {links.map(({ name, address }, index) => (
          <ActionItem
            key={address}
            name={name}
            nameId={`${id}-${index}`}
            actions={
              <LinkButtons
                text={address}
                message={common.message(name)}
                size="s"
                describedBy={`${id}-${index}`}
                onCopied={(isCopied) => {
                  if (isCopied) return
                  const from = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0)
                  select(from, `${name}: ${address}`.length, common.copyFailed)
                }}
              />
            }
          />
        ))}
      </ActionList>
      <div className={`above-4 ${css.links}`}>
        <TextArea
          ref={area}
          label={texts.links}
          hint={failure ?? (first && texts.linksHint(first.expires_at))}
          value={all}
          rows={6}
          grow
          readOnly
        />
      </div>
    </Dialog>
  )
}
