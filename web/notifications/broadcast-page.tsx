import { pages } from '../../contract/pages.ts'
import { Page } from '../ui/page.tsx'
import { texts } from './admin-texts.ts'
import { BroadcastForm } from './broadcast-form.tsx'
import css from './broadcast-page.module.css'
import { Outbox } from './outbox.tsx'
import { Recipients } from './recipients.tsx'

/** /admin/notifications (SPEC §2): something for everybody's mailbox, and what became of it. */
export default function BroadcastPage() {
  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: pages.admin.path, label: texts.admin }}
      intro={<p>{texts.intro}</p>}
    >
      <Recipients />
      <div className={css.columns}>
        <section aria-labelledby="write" className={css.write}>
          <h2 id="write" className={css.heading}>
            {texts.write}
          </h2>
          <BroadcastForm />
        </section>
        <aside aria-labelledby="guidelines" className={css.guidelines}>
          <h2 id="guidelines" className={css.heading}>
            {texts.guidelines}
          </h2>
          <ul className={css.list}>
            {texts.guidelineList.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </aside>
      </div>
      <Outbox />
    </Page>
  )
}
