import { useEffect, useState } from 'react'

/** Long delays, as the server may have hundreds of smaller versions to make first. */
const retryDelaysMs = [3, 10, 30, 60, 120, 240].map((seconds) => seconds * 1000)

/**
 * Attempts to load an image. The first source is used until it fails: each answer has other signed URLs of the same image. Then
 * the newest one is tried again and again, later each time.
 */
export function useRetries<Source>(newest: Source) {
  const [source, setSource] = useState(newest)
  const [failures, setFailures] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  const delayMs = isWaiting ? retryDelaysMs[failures - 1] : undefined

  function restart() {
    setSource(() => newest)
    setFailures(0)
    setWaiting(false)
  }
  if (isWaiting && source !== newest) restart()

  function scheduleRetry() {
    setFailures(failures + 1)
    setWaiting(true)
  }

  useEffect(() => {
    if (delayMs === undefined) return
    const timer = setTimeout(() => setWaiting(false), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])

  const fail = source === newest ? scheduleRetry : restart
  const isHopeless = delayMs === undefined || !navigator.onLine
  return { source, isWaiting, hasFailed: isWaiting && isHopeless, fail, restart }
}
