import { pages } from '../../contract/pages.ts'
import { useIsMailUnset } from '../mail/api.ts'
import { MailQueue } from '../mail/mail-queue.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Page } from '../ui/page/page.tsx'
import { SectionHead } from '../ui/page/section-head.tsx'
import { WithCode } from '../ui/with-code.tsx'
import { BroadcastForm } from './broadcast-form.tsx'
import css from './broadcasts.module.css'
import { Recipients } from './recipients.tsx'
import { texts } from './texts.ts'

/** /admin/notifications (SPEC §2): writing a broadcast, and the mail queue. */
export default function BroadcastPage() {
  const isUnset = useIsMailUnset()
  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: pages.admin.path, label: texts.admin }}
      intro={!isUnset && <p>{texts.intro}</p>}
    >
      {isUnset && (
        <div className="below-5">
          <Notice icon="info" title={texts.unset}>
            <p>
              <WithCode text={texts.unsetText} />
            </p>
          </Notice>
        </div>
      )}
      <Recipients />
      <div className={css.columns}>
        <section aria-labelledby="write">
          <SectionHead id="write" title={texts.write} className="below-3" />
          <BroadcastForm />
        </section>
        <aside aria-labelledby="guidelines" className={css.guidelines}>
          <h2 id="guidelines" className="below-3 large">
            {texts.guidelines}
          </h2>
          <ul className={css.list}>
            {texts.guidelineList.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </aside>
      </div>
      <MailQueue />
    </Page>
  )
}
