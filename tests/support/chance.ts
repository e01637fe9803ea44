/** Chance that a seed repeats. */
export function chanceOf(seed: number) {
  let state = seed >>> 0
  // mulberry32
  const part = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** From 0 up to 1. */
    part,
    happens: (probability: number) => part() < probability,
    upTo: (most: number) => Math.floor(part() * (most + 1)),
    one: <T>(of: readonly T[]): T => of[Math.floor(part() * of.length)] as T,
  }
}

export type Chance = ReturnType<typeof chanceOf>
