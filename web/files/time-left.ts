import { texts } from './texts.ts'

/** 'quedan 40 s', 'queda 1 min', 'quedan 2 h': rounded up, so that it rarely takes longer than it says. */
export function sayTimeLeft(seconds: number) {
  if (seconds < 55) return texts.secondsLeft(Math.max(5, Math.ceil(seconds / 5) * 5))
  if (seconds < 55 * 60) return texts.minutesLeft(Math.ceil(seconds / 60))
  return texts.hoursLeft(Math.ceil(seconds / 3600))
}
