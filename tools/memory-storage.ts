import type { Unsent, UnsentStorage } from '../web/api/unsent/unsent-queue.ts'

export function memoryStorage<C extends { id: string }>(): UnsentStorage<C> {
  const changes = new Map<string, Unsent<C>>()
  return {
    all: () => [...changes.values()],
    get: (id) => changes.get(id),
    put: (change) => void changes.set(change.id, change),
    remove: (id) => void changes.delete(id),
    onRemoved: () => () => {},
  }
}
