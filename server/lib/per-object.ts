/**
 * Lets a pure function do its work once for each frozen object, which never changes. Others are worked on each time.
 */
export function oncePerFrozen<I extends object, O>(work: (input: I) => O): (input: I) => O {
  const done = new WeakMap<I, O>()
  return (input) => {
    if (!Object.isFrozen(input)) return work(input)
    const known = done.get(input)
    if (known !== undefined) return known
    const made = work(input)
    done.set(input, made)
    return made
  }
}
