import { useEffect, useState } from 'react'
import { formatSize } from '../../contract/content/sizes.ts'
import type { State } from '../../contract/state.ts'
import { formatTimeLeft, TransferRate } from '../ui/format/time-left.ts'
import { ProgressBar } from '../ui/page/progress-bar.tsx'
import css from './state.module.css'
import { texts } from './texts.ts'

type Running = NonNullable<State['snapshots']['running']>

function stepOf({ kind, step }: Running) {
  if (kind === null) return texts.beginning
  return texts.steps[`${kind} ${step}`] ?? texts.steps[kind] ?? texts.beginning
}

/** Undefined until the step has been watched for a while. */
function useSecondsLeft({ kind, step, done_bytes, total_bytes }: Running) {
  const [seconds, setSeconds] = useState<number>()
  const [rate] = useState(() => new TransferRate())
  const name = `${kind} ${step}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another pace
  useEffect(() => {
    rate.reset()
    setSeconds(undefined)
  }, [rate, name])
  useEffect(() => {
    rate.add(done_bytes)
    setSeconds(total_bytes === null ? undefined : rate.secondsLeft(total_bytes))
  }, [rate, done_bytes, total_bytes])
  return seconds
}

/** 'Copiando los archivos · 1.20 GB de 5.00 GB · quedan 3 min' */
export function SnapshotProgress({ running }: { running: Running }) {
  const { done_bytes, total_bytes } = running
  const secondsLeft = useSecondsLeft(running)
  const step = stepOf(running)
  const bytes = total_bytes ? texts.doneOf(formatSize(done_bytes), formatSize(total_bytes)) : formatSize(done_bytes)
  return (
    <div className={css.progress}>
      <p>
        <span role="status">{step}</span>
        {done_bytes > 0 && ` · ${bytes}`}
        {secondsLeft !== undefined && ` · ${formatTimeLeft(secondsLeft)}`}
      </p>
      <ProgressBar label={step} part={total_bytes ? Math.min(1, done_bytes / total_bytes) : 0} />
    </div>
  )
}
