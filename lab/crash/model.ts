/** What has to be in the database after a kill, known from the acknowledgements alone. */
import type { Journal } from './journal.ts'

/**
 * States of things by key (`post w3-17`) after an operation; undefined: absent. A state that ends in `*` stands for all
 * that begin like it.
 */
export type Effects = Record<string, string | undefined>

/** States found in the database; a key with two of them is a doubled thing. */
export type Found = Map<string, string[]>

interface Operation {
  number: number
  kind: string
  effects: Effects
}

export interface Verdict {
  /** Acknowledged states that are not there, half done operations, and deleted things that came back. */
  lost: string[]
  doubled: string[]
}

const isState = (expected: string | undefined, [found]: string[]) =>
  expected?.endsWith('*') ? (found?.startsWith(expected.slice(0, -1)) ?? false) : expected === found

const increment = (counts: Map<string, number>, kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)

export function createModel(journal: Journal) {
  /** States that may change. */
  const open = new Map<string, string>()
  /** Verified states of things that never change again: messages and broadcasts. */
  const final = new Map<string, string>()
  const inFlight = new Set<Operation>()
  const counts = {
    acknowledgements: 0,
    acknowledged: new Map<string, number>(),
    kept: new Map<string, number>(),
    absent: new Map<string, number>(),
  }
  let last = 0

  const expectedOf = (key: string) => open.get(key) ?? final.get(key)
  function apply(effects: Effects) {
    for (const [key, state] of Object.entries(effects))
      if (state === undefined) open.delete(key)
      else open.set(key, state)
  }

  function adopt(found: Found) {
    open.clear()
    for (const [key, [state = '']] of found) (isFinal(key) ? final : open).set(key, state)
  }

  return {
    counts,
    /** Takes what is found as the state from which everything begins. */
    adopt,
    /** Records an intent before its request is sent. */
    begin(kind: string, effects: Effects): Operation {
      const operation = { number: ++last, kind, effects }
      inFlight.add(operation)
      journal.write({ intent: operation.number, kind, effects })
      return operation
    },
    /** Records a complete answer 2xx; `exact` replaces effects that only the answer could tell. */
    acknowledge(operation: Operation, exact: Effects = {}) {
      journal.write({ acknowledged: operation.number, ...exact })
      inFlight.delete(operation)
      counts.acknowledgements++
      increment(counts.acknowledged, operation.kind)
      apply({ ...operation.effects, ...exact })
    },
    /** Records a complete answer 4xx: nothing may have changed. */
    refuse(operation: Operation, status: number) {
      journal.write({ refused: operation.number, status })
      inFlight.delete(operation)
    },
    /**
     * Compares with the database, and continues from what was found. Without `isComplete`, `found` lacks the things that
     * were final before.
     */
    judge(found: Found, { isComplete }: { isComplete: boolean }): Verdict {
      const lost: string[] = []
      const undecided = new Set<string>()
      // final things were read before, and again if they are read completely
      const statesOf = (key: string) => [
        ...(isComplete ? [] : [final.get(key)].filter((state) => state !== undefined)),
        ...(found.get(key) ?? []),
      ]
      for (const { number, kind, effects } of inFlight) {
        const entries = Object.entries(effects)
        const isKept = entries.every(([key, state]) => isState(state, statesOf(key)))
        const isAbsent = entries.every(([key]) => isState(expectedOf(key), statesOf(key)))
        if (isKept || isAbsent) increment(isKept ? counts.kept : counts.absent, kind)
        else
          lost.push(`operation ${number} (${kind}) is half done: ${entries.map(([key]) => `${key}: ${statesOf(key)}`)}`)
        for (const [key] of entries) undecided.add(key)
      }
      inFlight.clear()
      const judged = isComplete ? [...open.keys(), ...final.keys()] : [...open.keys()]
      for (const key of judged)
        if (!undecided.has(key) && !isState(expectedOf(key), statesOf(key)))
          lost.push(`${key} is ${statesOf(key)[0] ?? 'absent'} and should be ${expectedOf(key)}`)
      const doubled = [...found.keys()]
        .filter((key) => statesOf(key).length > 1)
        .map((key) => `${key}: ${statesOf(key).join(' and ')}`)
      for (const key of found.keys())
        if (!undecided.has(key) && expectedOf(key) === undefined) lost.push(`${key} should not be there`)

      if (isComplete) final.clear()
      adopt(found)
      return { lost, doubled }
    },
  }
}

/** Keys of things that nobody can change or delete. */
const isFinal = (key: string) => /^(message|broadcast) /.test(key)

export type Model = ReturnType<typeof createModel>
