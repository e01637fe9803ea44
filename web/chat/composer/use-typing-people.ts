import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { emitVolatile, subscribe } from '../../api/live.ts'

/** Names of members who are writing, until their message arrives or their last `typing` event expires. */
export function useTypingNames() {
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const stop = (id: string) => {
      clearTimeout(timers.get(id))
      timers.delete(id)
      setPeople((people) => (people.has(id) ? new Map([...people].filter(([other]) => other !== id)) : people))
    }
    const unsubscribe = [
      subscribe('typing', ({ id, name }) => {
        clearTimeout(timers.get(id))
        timers.set(
          id,
          setTimeout(() => stop(id), limits.typing.expiresAfterMs),
        )
        setPeople((people) => (people.get(id) === name ? people : new Map([...people, [id, name]])))
      }),
      subscribe('receive_message', ({ author_id }) => author_id && stop(author_id)),
    ]
    return () => {
      for (const stop of unsubscribe) stop()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])
  return [...people.values()]
}

/** Emits `typing` every few seconds while the text changes. */
export function useEmitTyping() {
  const nextEmitAt = useRef(0)
  return () => {
    // the wall clock may be set back
    if (performance.now() < nextEmitAt.current) return
    nextEmitAt.current = performance.now() + limits.typing.intervalMs
    emitVolatile('typing')
  }
}
