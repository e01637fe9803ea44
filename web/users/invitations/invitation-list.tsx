import { useId } from 'react'
import type { Invitation, SentInvitation } from '../../../contract/auth/password-links.ts'
import { messageOf } from '../../api/call.ts'
import { itemsOf } from '../../api/paged.ts'
import { ActionItem, ActionList } from '../../ui/action-list.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { useDialogTarget } from '../../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../../ui/lazy.ts'
import { ListEnd } from '../../ui/lists/list-end.tsx'
import { RemoveButton } from '../../ui/lists/remove-button.tsx'
import { useInvitations, useRenewInvitation, useWithdrawInvitation } from '../api.ts'
import { texts } from './texts.ts'

const InvitationDialog = lazyPart(() => import('./invitation-dialog.tsx'))

/** Invitations that nobody has accepted yet; nothing if there are none. */
export function InvitationList({ onRemoved }: { onRemoved: () => void }) {
  const query = useInvitations()
  const titleId = useId()
  const { shown, open, close } = useDialogTarget<{ id: string; name: string; link: SentInvitation }>()
  const items = query.data ? itemsOf(query.data) : []
  const sent = shown?.target
  const dialog = sent && <InvitationDialog {...sent} open={shown.isOpen} onClose={() => close(true)} />
  if (items.length === 0 && !query.isError) return dialog

  return (
    <section className="below-6" aria-labelledby={titleId}>
      <h2 id={titleId} className="large">
        {texts.title}
      </h2>
      {items.length > 0 && <p className="below-3 muted small">{texts.intro}</p>}
      {items.length > 0 && (
        <ActionList labelledBy={titleId}>
          {items.map((invitation) => (
            <InvitationItem
              key={invitation.id}
              invitation={invitation}
              onSent={(link) => open({ id: invitation.id, name: invitation.name, link })}
              onRemoved={onRemoved}
            />
          ))}
        </ActionList>
      )}
      <ListEnd query={query} texts={texts} />
      {dialog}
    </section>
  )
}

interface ItemProps {
  invitation: Invitation
  onSent: (link: SentInvitation) => void
  onRemoved: () => void
}

function InvitationItem({ invitation, onSent, onRemoved }: ItemProps) {
  const { name, email, invited_by, expires_at, is_mailed } = invitation
  const nameId = useId()
  const renew = useRenewInvitation()
  const withdraw = useWithdrawInvitation()
  const isOpen = expires_at !== null && Date.parse(expires_at) > Date.now()

  async function sendAgain() {
    try {
      onSent(await renew.mutateAsync(invitation))
    } catch (error) {
      toast.error(messageOf(error, is_mailed ? texts.renewFailed : texts.newLinkFailed))
    }
  }

  const facts = [email, invited_by && texts.by(invited_by), isOpen ? texts.until(expires_at) : texts.ended]
  return (
    <ActionItem
      name={name}
      nameId={nameId}
      about={facts.filter(Boolean).join(' · ')}
      actions={
        <>
          <Button size="s" aria-describedby={nameId} busy={renew.isPending} onClick={() => void sendAgain()}>
            {is_mailed ? texts.renew : texts.newLink}
          </Button>
          <RemoveButton
            describedBy={nameId}
            question={{ title: texts.withdrawTitle(name), text: texts.withdrawText, action: texts.withdrawAction }}
            remove={() => withdraw.mutateAsync(invitation)}
            removed={() => texts.withdrawn(name)}
            failed={texts.withdrawFailed}
            onRemoved={onRemoved}
          >
            {texts.withdraw}
          </RemoveButton>
        </>
      }
    />
  )
}
