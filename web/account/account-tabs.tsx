import type { MouseEvent } from 'react'
import { usePasskeys } from '../auth/passkeys/api.ts'
import { PreferencesPanel } from '../preferences/preferences-panel.tsx'
import { Button } from '../ui/controls/button.tsx'
import { useDialogTarget } from '../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../ui/lazy.ts'
import { Tabs } from '../ui/page/tabs.tsx'
import { texts } from './texts.ts'

const PasswordDialog = lazyPart(() => import('../auth/password/password-dialog.tsx'))

/**
 * The two tabs of the account (SPEC §2). Pressing the second one opens the modal; reached with the arrow keys it shows
 * a panel with a button for it.
 */
export function AccountTabs() {
  const hasPassword = usePasskeys().data?.has_password ?? true
  const dialog = useDialogTarget()
  const { shown } = dialog

  function open({ currentTarget }: MouseEvent<HTMLElement>) {
    currentTarget.focus() // some browsers don't focus a clicked button; the modal returns the focus to it
    dialog.open(null)
  }

  return (
    <>
      <Tabs
        label={texts.settings}
        tabs={[
          { value: 'email', label: texts.emailPreferences, panel: <PreferencesPanel /> },
          {
            value: 'password',
            label: texts.changePassword,
            onOpenDialog: open,
            panel: (
              <div className="stack start gap-4 card padded airy">
                <p>{hasPassword ? texts.passwordIntro : texts.firstPasswordIntro}</p>
                <Button variant="primary" aria-haspopup="dialog" onClick={open}>
                  {hasPassword ? texts.openPassword : texts.openFirstPassword}
                </Button>
              </div>
            ),
          },
        ]}
      />
      {shown && (
        <PasswordDialog
          key={shown.key}
          hasPassword={hasPassword}
          open={shown.isOpen}
          onClose={() => dialog.close(true)}
        />
      )}
    </>
  )
}
