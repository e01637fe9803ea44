// Separate from store.ts, so that code without React can use a store.
import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

export const useStore = <T>({
  subscribe,
  get,
  getInitial = get,
}: Pick<Store<T>, 'subscribe' | 'get' | 'getInitial'>): T => useSyncExternalStore(subscribe, get, getInitial)
