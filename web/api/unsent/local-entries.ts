/** Things of one person that wait to be sent, in localStorage: they survive a closed tab and a server outage. */
interface LocalEntries<T> {
  all: () => T[]
  get: (id: string) => T | undefined
  put: (id: string, value: T) => void
  remove: (id: string) => void
  /** Subscribes to entries that another page of this browser removes. */
  onRemoved: (listener: (id: string) => void) => () => void
}

/** Signing out clears these keys (web/api/session.ts). Not below "chat ", where the composer's draft is stored. */
const prefixOf = (person: string, name: string) => `unsent ${person} ${name} `

const keysOf = (prefix: string) => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

export const hasLocalEntries = (person: string, name: string) => keysOf(prefixOf(person, name)).length > 0

/** `read` makes an entry of what is stored under an id, or undefined if it isn't one. */
export function localEntries<T>(
  person: string,
  name: string,
  read: (id: string, stored: Partial<T>) => T | undefined,
): LocalEntries<T> {
  const prefix = prefixOf(person, name)
  function get(id: string) {
    try {
      return read(id, JSON.parse(localStorage.getItem(prefix + id) ?? 'null') as Partial<T>)
    } catch {
      return undefined
    }
  }
  return {
    all: () => keysOf(prefix).flatMap((key) => get(key.slice(prefix.length)) ?? []),
    get,
    put(id, value) {
      try {
        localStorage.setItem(prefix + id, JSON.stringify(value))
      } catch {
        // the storage is full or blocked: the entry exists only as long as the page
      }
    },
    remove(id) {
      try {
        localStorage.removeItem(prefix + id)
      } catch {}
    },
    onRemoved(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) listener(key.slice(prefix.length))
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
