import { lazy, Suspense, useRef, useState } from 'react'
import type { Passkey } from '../../../contract/auth/passkeys.ts'
import { messageOf } from '../../api/call.ts'
import { ActionList } from '../../ui/action-list.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { usePasskeys } from './api.ts'
import { canUsePasskeys } from './browser.ts'
import { PasskeyItem } from './passkey-item.tsx'
import { texts } from './texts.ts'

const PasskeyDialogs = lazy(() => import('./passkey-dialogs.tsx'))

/** The own passkeys. */
export default function PasskeysSection() {
  const query = usePasskeys()
  const heading = useRef<HTMLHeadingElement>(null)
  // A new key each time, for an empty form. Without a passkey it adds one.
  const [dialog, setDialog] = useState<{ key: number; passkey: Passkey | undefined; isOpen: boolean }>()
  const open = (passkey?: Passkey) => setDialog((before) => ({ key: (before?.key ?? 0) + 1, passkey, isOpen: true }))

  // The pressed button is removed.
  const focusHeading = () => heading.current?.focus()

  function retry() {
    focusHeading()
    void query.refetch()
  }

  return (
    <section aria-labelledby="passkeys" className="above-7">
      <SectionHead
        id="passkeys"
        title={texts.title}
        headingRef={heading}
        intro={texts.intro}
        action={
          canUsePasskeys() && (
            <Button icon="plus" aria-haspopup="dialog" onClick={() => open()}>
              {texts.add}
            </Button>
          )
        }
        className="below-3"
      />
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={1} />}
      {query.data?.passkeys.length === 0 && <p>{canUsePasskeys() ? texts.none : `${texts.none} ${texts.notHere}`}</p>}
      {query.data && query.data.passkeys.length > 0 && (
        <ActionList labelledBy="passkeys">
          {query.data.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRename={() => open(passkey)} onRemoved={focusHeading} />
          ))}
        </ActionList>
      )}
      {query.isError && (
        <ErrorNote busy={query.isFetching} onRetry={retry}>
          {messageOf(query.error, texts.loadFailed)}
        </ErrorNote>
      )}
      {dialog && (
        <Suspense>
          <PasskeyDialogs
            key={dialog.key}
            passkey={dialog.passkey}
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
            finalFocus={undefined}
          />
        </Suspense>
      )}
    </section>
  )
}
