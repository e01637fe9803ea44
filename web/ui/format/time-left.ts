import { texts } from '../texts.ts'

/** 'quedan 2 min': rounded up, so that it rarely takes longer than announced. */
export function formatTimeLeft(seconds: number) {
  if (seconds < 55) return texts.secondsLeft(Math.max(5, Math.ceil(seconds / 5) * 5))
  if (seconds < 55 * 60) return texts.minutesLeft(Math.ceil(seconds / 60))
  return texts.hoursLeft(Math.ceil(seconds / 3600))
}
