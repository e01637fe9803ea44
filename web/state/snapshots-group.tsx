import type { State } from '../../contract/state.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { useMakeSnapshot } from './api.ts'
import { describeSnapshots, outcomeOf } from './describe-state.ts'
import { SnapshotProgress } from './snapshot-progress.tsx'
import css from './state.module.css'
import { StateGroup } from './state-group.tsx'
import { texts } from './texts.ts'

export function SnapshotsGroup({ state }: { state: State }) {
  const { running, is_set } = state.snapshots
  const make = useMakeSnapshot()
  const outcome = make.data && outcomeOf(state.snapshots, make.data.at)
  return (
    <StateGroup
      title={texts.snapshots}
      items={describeSnapshots(state)}
      action={
        is_set && (
          <Button icon="archive" busy={make.isPending || running !== null} onClick={() => make.mutate()}>
            {texts.makeNow}
          </Button>
        )
      }
    >
      {make.error && <ErrorNote>{messageOf(make.error, texts.makeFailed)}</ErrorNote>}
      {running && <SnapshotProgress running={running} />}
      <p role="status" className={`strong ${css.outcome}`}>
        {outcome && { made: texts.made, failed: texts.notMade }[outcome]}
      </p>
    </StateGroup>
  )
}
