import { lazy, Suspense } from 'react'
import { SessionsSection } from '../auth/sessions/sessions-section.tsx'
import { Page } from '../ui/page/page.tsx'
import css from './account.module.css'
import { AccountSummary } from './account-summary.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { TakeawaySection } from './takeaway-section.tsx'
import { texts } from './texts.ts'

const PasskeysSection = lazy(() => import('../auth/passkeys/passkeys-section.tsx'))
const InstallSection = lazy(() => import('../installed/install-section.tsx'))
const DevicesSection = lazy(() => import('../push/devices-section.tsx'))
const NoticesSection = lazy(() => import('../notices/settings/settings-section.tsx'))
const FactorsSection = lazy(() => import('../auth/factors/factors-section.tsx'))

/** The own account (SPEC §2): summary, mail preferences and password, passkeys, second factors, sessions, notices and push messages, and the way to take one's things away. */
export default function AccountPage() {
  return (
    <Page title={texts.account} width="reading">
      <AccountSummary />
      <AccountIndex />
      <AccountTabs />
      <Suspense>
        <PasskeysSection />
        <FactorsSection />
      </Suspense>
      <SessionsSection />
      <Suspense>
        <NoticesSection />
        <InstallSection />
        <DevicesSection />
      </Suspense>
      <TakeawaySection />
    </Page>
  )
}

/** Ids of the headings of the parts, in their order. */
const parts = ['passkeys', 'factors', 'sessions', 'avisos', 'push', 'takeaway'] as const

/** Leads to the parts of the long page. */
const AccountIndex = () => (
  <nav aria-label={texts.index} className={css.index}>
    <ul className="wrap plain-list below-4">
      {parts.map((part) => (
        <li key={part}>
          <a href={`#${part}`} className="inline-row touch small">
            {texts.parts[part]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
