import type { UserContents } from '../../contract/users.ts'
import { fetchContents, listContents } from './contents.ts'
import { texts } from './texts.ts'
import css from './users.module.css'

/** Maximum wait of the question for its counts. */
const timeoutMs = 4000

/** Contents that stay or go with an account (docs/decisions/006); without counts if they can't be loaded. */
export async function loadDeletionOutcome(id: string) {
  const contents = await fetchContents(id, AbortSignal.timeout(timeoutMs)).catch(() => undefined)
  return <DeletionOutcome contents={contents} />
}

function DeletionOutcome({ contents }: { contents: UserContents | undefined }) {
  return (
    <div className={`above-3 airy ${css.outcome}`}>
      <p className="above-3 strong">{texts.stays}</p>
      <ul>
        {(contents ? staying(contents) : [texts.staysAll, texts.allDraftsStay, texts.staysAudit]).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="above-3 strong">{texts.goes}</p>
      <ul>
        <li>{texts.goesAccount}</li>
        <li>{texts.goesSessions}</li>
      </ul>
      <p className="above-3 muted small">{texts.snapshotsKeep}</p>
      <p className="above-3 muted small">{texts.beforeDeleting}</p>
    </div>
  )
}

const enumerate = new Intl.ListFormat('es', { type: 'conjunction' })

function staying(contents: UserContents) {
  const published = listContents(contents, ['posts', 'comments', 'messages', 'news', 'links', 'files'])
  const [drafts] = listContents(contents, ['drafts'])
  if (published.length === 0 && !drafts) return [texts.staysNothing, texts.staysAudit]
  return [
    ...(published.length > 0 ? [enumerate.format(published)] : []),
    ...(drafts ? [texts.draftsStay(drafts)] : []),
    texts.staysAudit,
  ]
}
