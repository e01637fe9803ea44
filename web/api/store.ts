import { useSyncExternalStore } from 'react'

/** A value outside of React; components read it with `useStore`. */
export interface Store<T> {
  get: () => T
  /** The value at the start, which is in the pre-rendered pages too. */
  getInitial?: () => T
  /** Notifies the listeners if the value changed. */
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    getInitial: () => initial,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <T>({
  subscribe,
  get,
  getInitial = get,
}: Pick<Store<T>, 'subscribe' | 'get' | 'getInitial'>): T => useSyncExternalStore(subscribe, get, getInitial)
