import { useRef } from 'react'
import type { Factors } from '../../../contract/auth/factors.ts'
import { messageOf } from '../../api/call.ts'
import { ActionItem, ActionList } from '../../ui/action-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { When } from '../../ui/format/when.tsx'
import { useDialogTarget } from '../../ui/hooks/use-dialog-target.ts'
import { Icon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { RemoveButton } from '../../ui/lists/remove-button.tsx'
import { QueryState } from '../../ui/page/query-state.tsx'
import { SectionHead } from '../../ui/page/section-head.tsx'
import css from '../auth.module.css'
import { useFactors, useRemoveTotp, useRenewCodes } from './api.ts'
import { texts } from './texts.ts'

const FactorDialogs = lazyPart(() => import('./factor-dialogs.tsx'))

/** The own second factors: an authenticator app, and recovery codes. */
export default function FactorsSection() {
  const query = useFactors()
  const heading = useRef<HTMLHeadingElement>(null)
  const renew = useRenewCodes()
  /** Without new codes it adds an app. */
  const dialog = useDialogTarget<{ id: string; codes: string[] }>()

  // The pressed button may be removed.
  const focusHeading = () => heading.current?.focus()

  async function confirmAndRenew() {
    if (!(await confirm({ title: texts.renewTitle, text: texts.renewText, action: texts.renewAction }))) return
    try {
      const { recovery_codes } = await renew.mutateAsync()
      dialog.open({ id: 'codes', codes: recovery_codes ?? [] })
    } catch (error) {
      toast.error(messageOf(error, texts.renewFailed))
    }
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
      {query.data && (
        <FactorList
          factors={query.data}
          onAdd={() => dialog.open(null)}
          onRemoved={focusHeading}
          onRenew={() => void confirmAndRenew()}
        />
      )}
      <QueryState query={query} texts={texts} shape="rows" count={1} onRetry={focusHeading} />
      {dialog.shown && (
        <FactorDialogs
          key={dialog.shown.key}
          newCodes={dialog.shown.target?.codes}
          open={dialog.shown.isOpen}
          onClose={() => dialog.close(true)}
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
  onRemoved: () => void
  onRenew: () => void
}

function FactorList({ factors, onAdd, onRemoved, onRenew }: ListProps) {
  const remove = useRemoveTotp()
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
              <RemoveButton
                aria-haspopup="dialog"
                describedBy="factor-app"
                question={{ title: texts.removeTitle, text: texts.removeText, action: texts.remove }}
                remove={() => remove.mutateAsync()}
                removed={() => texts.removed}
                failed={texts.removeFailed}
                onRemoved={onRemoved}
              >
                {texts.removeApp}
              </RemoveButton>
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
