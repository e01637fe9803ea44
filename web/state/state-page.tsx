import { pages } from '../../contract/pages.ts'
import type { State } from '../../contract/state.ts'
import { formatDayAndTime } from '../ui/format/dates.ts'
import { Icon } from '../ui/icons.tsx'
import { lazyPart, nothing } from '../ui/lazy.ts'
import { Page } from '../ui/page/page.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { useServerState } from './api.ts'
import { describeImports, describeRoom, describeRunning, shortsOf, unsetOf } from './describe-state.ts'
import { SnapshotsGroup } from './snapshots-group.tsx'
import css from './state.module.css'
import { StateGroup } from './state-group.tsx'
import { texts } from './texts.ts'

const HiddenSteps = lazyPart(() => import('../first-steps/hidden-steps.tsx'), nothing)

/** The state of the server, with advice for all that needs care. */
export default function StatePage() {
  const query = useServerState()
  const { data } = query
  return (
    <Page title={texts.title} back={{ to: pages.admin.path, label: texts.back }}>
      <div className={`stack gap-6 ${css.groups}`}>
        <QueryState query={query} texts={texts} shape="rows" count={6} />
        {data && (
          <>
            <Summary state={data} />
            <SnapshotsGroup state={data} />
            <StateGroup title={texts.room} items={describeRoom(data)} />
            <StateGroup title={texts.running} items={describeRunning(data)} />
            {data.imports.length > 0 && <StateGroup title={texts.imports} items={describeImports(data)} />}
            <HiddenSteps />
          </>
        )}
      </div>
    </Page>
  )
}

function Summary({ state }: { state: State }) {
  const needsCare = state.status === 'care'
  const unset = unsetOf(state)
  const unsetText = unset.length > 0 && texts.isUnset(unset)
  const word = needsCare ? 'care' : unsetText ? 'unset' : 'fine'
  return (
    <div className={css.summary} data-word={word}>
      <Icon name={needsCare ? 'warning' : unsetText ? 'info' : 'check'} size={28} className={css.icon} />
      <div>
        <p className={css.word}>{needsCare ? texts.needsCare : unsetText || texts.allWell}</p>
        {needsCare && <p>{texts.needsCareSentence(shortsOf(state))}</p>}
        {needsCare && unsetText && <p>{unsetText}.</p>}
        <p className="muted small">{texts.checked(formatDayAndTime(new Date(state.at)))}</p>
      </div>
    </div>
  )
}
