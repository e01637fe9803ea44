import type { ChangeStorage, Unsent } from '../../web/api/unsent/change-queue.ts'

export function memoryChangeStorage<C extends { id: string }>(): ChangeStorage<C> {
  const changes = new Map<string, Unsent<C>>()
  return {
    all: () => [...changes.values()],
    get: (id) => changes.get(id),
    put: (change) => void changes.set(change.id, change),
    remove: (id) => void changes.delete(id),
    onRemoved: () => () => {},
  }
}
