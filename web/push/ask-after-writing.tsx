import { lazyPart, nothing } from '../ui/lazy.ts'
import type { AskForPushProps } from './ask-for-push.tsx'

const AskForPush = lazyPart<AskForPushProps>(() => import('./ask-for-push.tsx'), nothing)

/** Offers push messages to somebody who has written something that others may answer. */
export const AskAfterWriting = ({ hasWritten, ...props }: AskForPushProps & { hasWritten: boolean }) =>
  hasWritten && <AskForPush {...props} />
