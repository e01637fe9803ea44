import { onTestFinished } from 'vitest'
import { attachStrace, type Injection, listThreads, mayTrace, type Threads } from '../../../../tools/strace.ts'

/** Where it is false, tests that need strace don't exist. */
export const canTrace = await mayTrace()

/** Until the end of the test, or until the returned function is called, these calls of a process fail. */
export async function failCalls(
  pid = 0,
  threads: Threads,
  { error, ...failing }: Omit<Injection, 'action'> & { error: string },
) {
  const detach = await attachStrace(listThreads(pid, threads), { ...failing, action: `error=${error}` })
  if (!detach) throw new Error('strace could not be attached')
  onTestFinished(detach)
  return detach
}
