/** Many sign-ins at once, from many addresses. */
import type { Community } from './community.ts'

/** Signs in from a public address, through a trusted proxy. */
export const signInFrom =
  ({ tryToSignIn }: Pick<Community, 'tryToSignIn'>) =>
  (address: string, name: string, password?: string) =>
    tryToSignIn(name, password, { headers: { 'x-forwarded-for': address } })

export const times = <T>(count: number, work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))

/** The statuses of simultaneous answers, sorted. */
export const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

export const howMany = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length
