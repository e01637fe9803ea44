import { Tabs } from '@base-ui/react/tabs'
import { lazy, Suspense } from 'react'
import { PreferencesPanel } from '../notifications/preferences-panel.tsx'
import { Button } from '../ui/button.tsx'
import tabs from '../ui/tabs.module.css'
import css from './account-tabs.module.css'
import { texts } from './texts.ts'
import { usePasswordDialog } from './use-password-dialog.ts'

const PasswordDialog = lazy(() => import('./password-dialog.tsx'))

/**
 * The two tabs of the account (SPEC §2). The second opens the modal when it is pressed; whoever only passes by with the
 * arrow keys finds a panel that says so, with a button.
 */
export function AccountTabs() {
  const dialog = usePasswordDialog()
  const { shown } = dialog
  return (
    <>
      <Tabs.Root defaultValue="email">
        <Tabs.List className={tabs.list} aria-label={texts.settings} activateOnFocus>
          <Tabs.Tab value="email" className={tabs.tab}>
            {texts.emailPreferences}
          </Tabs.Tab>
          <Tabs.Tab value="password" className={tabs.tab} aria-haspopup="dialog" onClick={dialog.open}>
            {texts.changePassword}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="email" className={tabs.panel}>
          <PreferencesPanel />
        </Tabs.Panel>
        <Tabs.Panel value="password" className={tabs.panel}>
          <div className={css.password}>
            <p>{texts.passwordIntro}</p>
            <Button variant="primary" aria-haspopup="dialog" onClick={dialog.open}>
              {texts.openPassword}
            </Button>
          </div>
        </Tabs.Panel>
      </Tabs.Root>
      {shown && (
        <Suspense>
          <PasswordDialog key={shown.key} open={shown.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
