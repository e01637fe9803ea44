import { SessionsSection } from '../auth/sessions/sessions-section.tsx'
import { Page } from '../ui/page/page.tsx'
import { AccountSummary } from './account-summary.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { texts } from './texts.ts'

/** The own account (SPEC §2): summary, mail preferences and password, sessions. */
export default function AccountPage() {
  return (
    <Page title={texts.account} width="reading">
      <AccountSummary />
      <AccountTabs />
      <SessionsSection />
    </Page>
  )
}
