import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react'
import type { Factors } from '../../../contract/auth/factors.ts'
import { messageOf } from '../../api/call.ts'
import { ActionItem, ActionList } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { When } from '../../ui/format/when.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { usePasskeys } from '../passkeys/api.ts'
import { useFactors } from './api.ts'
import css from './factors.module.css'
import { texts } from './texts.ts'

const FactorDialogs = lazy(() => import('./factor-dialogs.tsx'))

type Task = ComponentProps<typeof FactorDialogs>['task']

/** The own second factors: an authenticator app, and recovery codes. */
export default function FactorsSection() {
  const query = useFactors()
  const heading = useRef<HTMLHeadingElement>(null)
  // A new key each time, for an empty form.
  const [dialog, setDialog] = useState<{ key: number; task: Task; isOpen: boolean }>()
  const open = (task: Task) => setDialog((before) => ({ key: (before?.key ?? 0) + 1, task, isOpen: true }))

  function retry() {
    heading.current?.focus()
    void query.refetch()
  }

  return (
    <section aria-labelledby="factors" className={css.section}>
      <SectionHead id="factors" title={texts.title} headingRef={heading} intro={texts.intro} className={css.head} />
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={1} />}
      {query.data && <FactorList factors={query.data} onTask={open} />}
      {query.isError && (
        <ErrorNote busy={query.isFetching} onRetry={retry}>
          {messageOf(query.error, texts.loadFailed)}
        </ErrorNote>
      )}
      {dialog && (
        <Suspense>
          <FactorDialogs
            key={dialog.key}
            task={dialog.task}
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
            // the pressed button may be removed
            finalFocus={() => heading.current ?? true}
          />
        </Suspense>
      )}
    </section>
  )
}

function FactorList({ factors, onTask }: { factors: Factors; onTask: (task: Task) => void }) {
  const { totp_since, recovery_codes_left } = factors
  const hasPasskey = (usePasskeys().data?.passkeys.length ?? 0) > 0
  return (
    <ActionList labelledBy="factors">
      <ActionItem
        name={texts.app}
        nameId="factor-app"
        badge={totp_since && <Badge tone="good">{texts.on}</Badge>}
        about={
          totp_since ? (
            <>
              {texts.since}: <When at={totp_since} />
            </>
          ) : (
            texts.appAbout
          )
        }
        actions={
          <>
            <Button size="s" aria-haspopup="dialog" aria-describedby="factor-app" onClick={() => onTask('add')}>
              {totp_since ? texts.replaceApp : texts.addApp}
            </Button>
            {totp_since && (
              <Button
                size="s"
                variant="danger"
                aria-haspopup="dialog"
                aria-describedby="factor-app"
                onClick={() => onTask('remove')}
              >
                {texts.removeApp}
              </Button>
            )}
          </>
        }
      />
      {(totp_since || hasPasskey) && (
        <ActionItem
          name={texts.codes}
          nameId="factor-codes"
          about={texts.codesLeft(recovery_codes_left)}
          actions={
            <Button size="s" aria-haspopup="dialog" aria-describedby="factor-codes" onClick={() => onTask('renew')}>
              {texts.renew}
            </Button>
          }
        />
      )}
    </ActionList>
  )
}
