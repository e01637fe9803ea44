import { useEffect, useRef, useState } from 'react'
import type { State } from '../../contract/state.ts'

/** What became of the work on snapshots that this page saw running; undefined if it made none. */
export function useSnapshotOutcome({ running, last, failure }: State['snapshots']) {
  const [outcome, setOutcome] = useState<'made' | 'failed'>()
  /** Set while something runs. */
  const before = useRef<{ last: string | undefined }>(undefined)
  const isRunning = running !== null
  useEffect(() => {
    if (isRunning) {
      before.current ??= { last: last?.name }
      return
    }
    if (!before.current) return
    if (last?.name !== before.current.last) setOutcome('made')
    else setOutcome(failure ? 'failed' : undefined)
    before.current = undefined
  }, [isRunning, last, failure])
  return outcome
}
