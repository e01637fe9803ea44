import { resumeUnsent } from '../../../api/unsent/resume-unsent.ts'
import { hasUnsent } from './local-unsent-storage.ts'

/** Sends a person's unsent messages, edits and deletions of an earlier visit. */
export const resumeUnsentMessages = () =>
  resumeUnsent(hasUnsent, async () => (await import('./member-queues.ts')).memberQueues)
