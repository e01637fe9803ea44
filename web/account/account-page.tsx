import { Page } from '../ui/page.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { texts } from './texts.ts'
import { WhoAmI } from './who-am-i.tsx'

/** One's own account (SPEC §2): who one is, the two tabs, and where one is signed in. */
export default function AccountPage() {
  return (
    <Page title={texts.account} width="reading">
      <WhoAmI />
      <AccountTabs />
      <SessionsSection />
    </Page>
  )
}
