import { pages } from '../../contract/pages.ts'
import { PreferencesPanel } from '../preferences/preferences-panel.tsx'
import { Page } from '../ui/page/page.tsx'
import { texts } from './texts.ts'

/** The mail preferences alone (SPEC §2, "Account"). */
export default function EmailPreferencesPage() {
  return (
    <Page title={texts.emailPreferences} width="reading" back={{ to: pages.account.path, label: texts.account }}>
      <PreferencesPanel />
    </Page>
  )
}
