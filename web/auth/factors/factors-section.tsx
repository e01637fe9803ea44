import { useRef, useState } from 'react'
import type { Factors } from '../../../contract/auth/factors.ts'
import { messageOf } from '../../api/call.ts'
import { ActionItem, ActionList } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { When } from '../../ui/format/when.tsx'
import { Icon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import css from '../auth.module.css'
import { useFactors, useRemoveTotp, useRenewCodes } from './api.ts'
import { texts } from './texts.ts'

const FactorDialogs = lazyPart(() => import('./factor-dialogs.tsx'))

/** The own second factors: an authenticator app, and recovery codes. */
export default function FactorsSection() {
  const query = useFactors()
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = useRemoveTotp()
  const renew = useRenewCodes()
  // A new key each time, for an empty form.
  const [dialog, setDialog] = useState<{ key: number; newCodes: string[] | undefined; isOpen: boolean }>()
  const open = (newCodes?: string[]) => setDialog((before) => ({ key: (before?.key ?? 0) + 1, newCodes, isOpen: true }))

  async function confirmAndRemove() {
    const question = { title: texts.removeTitle, text: texts.removeText, action: texts.remove, danger: true }
    if (!(await confirm(question))) return
    try {
      await remove.mutateAsync()
      toast.success(texts.removed)
      heading.current?.focus()
    } catch (error) {
      toast.error(messageOf(error, texts.removeFailed))
    }
  }

  async function confirmAndRenew() {
    if (!(await confirm({ title: texts.renewTitle, text: texts.renewText, action: texts.renewAction }))) return
    try {
      const { recovery_codes } = await renew.mutateAsync()
      open(recovery_codes ?? [])
    } catch (error) {
      toast.error(messageOf(error, texts.renewFailed))
    }
  }

  function retry() {
    heading.current?.focus()
    void query.refetch()
  }

  return (
    <section aria-labelledby="factors" className="above-7">
      <SectionHead id="factors" title={texts.title} headingRef={heading} intro={texts.intro} className="below-3" />
      {query.data?.demanded_from && !query.data.has_factor && Date.parse(query.data.demanded_from) > Date.now() && (
        <p className={`flex gap-2 below-3 airy ${css.demanded}`}>
          <Icon name="info" size={18} />
          {texts.demanded(formatDay(new Date(query.data.demanded_from)))}
        </p>
      )}
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={1} />}
      {query.data && (
        <FactorList
          factors={query.data}
          onAdd={() => open()}
          onRemove={() => void confirmAndRemove()}
          onRenew={() => void confirmAndRenew()}
        />
      )}
      {query.isError && (
        <ErrorNote busy={query.isFetching} onRetry={retry}>
          {messageOf(query.error, texts.loadFailed)}
        </ErrorNote>
      )}
      {dialog && (
        <FactorDialogs
          key={dialog.key}
          newCodes={dialog.newCodes}
          open={dialog.isOpen}
          onClose={() => setDialog({ ...dialog, isOpen: false })}
          // the pressed button may be removed
          finalFocus={() => heading.current ?? true}
        />
      )}
    </section>
  )
}

interface ListProps {
  factors: Factors
  onAdd: () => void
  onRemove: () => void
  onRenew: () => void
}

function FactorList({ factors, onAdd, onRemove, onRenew }: ListProps) {
  const { totp_since, recovery_codes_left, has_factor } = factors
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
            <Button size="s" aria-haspopup="dialog" aria-describedby="factor-app" onClick={onAdd}>
              {totp_since ? texts.replaceApp : texts.addApp}
            </Button>
            {totp_since && (
              <Button size="s" variant="danger" aria-haspopup="dialog" aria-describedby="factor-app" onClick={onRemove}>
                {texts.removeApp}
              </Button>
            )}
          </>
        }
      />
      {has_factor && (
        <ActionItem
          name={texts.codes}
          nameId="factor-codes"
          about={texts.codesLeft(recovery_codes_left)}
          actions={
            <Button size="s" aria-haspopup="dialog" aria-describedby="factor-codes" onClick={onRenew}>
              {texts.renew}
            </Button>
          }
        />
      )}
    </ActionList>
  )
}
