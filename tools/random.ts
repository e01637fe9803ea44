/** Numbers from 0 up to 1 (mulberry32). */
export function randomNumbers(seed: number) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function createRandom(seed: number) {
  const next = randomNumbers(seed)
  return {
    next,
    happens: (probability: number) => next() < probability,
    upTo: (max: number) => Math.floor(next() * (max + 1)),
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
  }
}

export type Random = ReturnType<typeof createRandom>
