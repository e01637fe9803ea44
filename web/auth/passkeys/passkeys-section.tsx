import { useId, useRef } from 'react'
import type { Passkey } from '../../../contract/auth/passkeys.ts'
import { ActionItem, ActionList } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { useDialogTarget } from '../../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { RemoveButton } from '../../ui/lists/remove-button.tsx'
import { QueryState } from '../../ui/page/query-state.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { usePasskeys, useRemovePasskey } from './api.ts'
import { canUsePasskeys } from './browser.ts'
import { texts } from './texts.ts'

const PasskeyDialogs = lazyPart(() => import('./passkey-dialogs.tsx'))

/** The own passkeys. */
export default function PasskeysSection() {
  const query = usePasskeys()
  const heading = useRef<HTMLHeadingElement>(null)
  /** Without a passkey it adds one. */
  const dialog = useDialogTarget<Passkey>()

  // The pressed button is removed.
  const focusHeading = () => heading.current?.focus()

  return (
    <section aria-labelledby="passkeys" className="above-7">
      <SectionHead
        id="passkeys"
        title={texts.title}
        headingRef={heading}
        intro={texts.intro}
        action={
          canUsePasskeys() && (
            <Button icon="plus" aria-haspopup="dialog" onClick={() => dialog.open(null)}>
              {texts.add}
            </Button>
          )
        }
        className="below-3"
      />
      {query.data?.passkeys.length === 0 && <p>{canUsePasskeys() ? texts.none : `${texts.none} ${texts.notHere}`}</p>}
      {query.data && query.data.passkeys.length > 0 && (
        <ActionList labelledBy="passkeys">
          {query.data.passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => dialog.open(passkey)}
              onRemoved={focusHeading}
            />
          ))}
        </ActionList>
      )}
      <QueryState query={query} texts={texts} shape="rows" count={1} onRetry={focusHeading} />
      {dialog.shown && (
        <PasskeyDialogs
          key={dialog.shown.key}
          passkey={dialog.shown.target}
          open={dialog.shown.isOpen}
          onClose={() => dialog.close(true)}
        />
      )}
    </section>
  )
}

interface ItemProps {
  passkey: Passkey
  onRename: () => void
  onRemoved: () => void
}

function PasskeyItem({ passkey, onRename, onRemoved }: ItemProps) {
  const { id, name, created_at, last_used_at, is_synced } = passkey
  const nameId = useId()
  const remove = useRemovePasskey()

  return (
    <ActionItem
      name={name}
      nameId={nameId}
      badge={is_synced && <Badge>{texts.synced}</Badge>}
      about={
        <>
          {texts.added}: <When at={created_at} /> ·{' '}
          {last_used_at ? (
            <>
              {texts.lastUsed}: <When at={last_used_at} />
            </>
          ) : (
            texts.unused
          )}
        </>
      }
      actions={
        <>
          <Button size="s" aria-haspopup="dialog" aria-describedby={nameId} onClick={onRename}>
            {texts.rename}
          </Button>
          <RemoveButton
            aria-haspopup="dialog"
            describedBy={nameId}
            question={{ title: texts.removeTitle(name), text: texts.removeText, action: texts.removeAction }}
            remove={() => remove.mutateAsync(id)}
            removed={() => texts.removed(name)}
            failed={texts.removeFailed}
            onRemoved={onRemoved}
          >
            {texts.remove}
          </RemoveButton>
        </>
      }
    />
  )
}
