import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useFactors } from '../factors/api.ts'
import FactorsSection from '../factors/factors-section.tsx'
import { canUsePasskeys } from '../passkeys/browser.ts'
import PasskeysSection from '../passkeys/passkeys-section.tsx'
import { useReloadAccount } from './api.ts'
import { texts } from './texts.ts'

/** In place of all pages, for somebody who has yet to add a demanded second factor. */
export default function DemandPage() {
  const { data } = useFactors()
  const reload = useReloadAccount()
  const isMissing = !data?.has_factor && data?.demanded_from !== null
  return (
    <Page title={texts.pageTitle} width="reading">
      <div role="status" className="below-3">
        {isMissing ? <p>{texts.mustAdd}</p> : <p>{texts.done}</p>}
        {isMissing && canUsePasskeys() && <p>{texts.either}</p>}
      </div>
      {!isMissing && (
        <Button variant="primary" busy={reload.isPending} onClick={() => reload.mutate()}>
          {texts.goOn}
        </Button>
      )}
      {reload.isError && <ErrorNote>{messageOf(reload.error, texts.goOnFailed)}</ErrorNote>}
      <FactorsSection />
      <PasskeysSection />
      {isMissing && <p className="above-4 muted small">{texts.mustAddHelp}</p>}
    </Page>
  )
}
