import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { onLive, tell } from '../api/live.ts'

/** Names of those who are writing, until their message is there or they have been quiet for a while. */
export function useTypingPeople() {
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const stop = (id: string) => {
      clearTimeout(timers.get(id))
      timers.delete(id)
      setPeople((people) => (people.has(id) ? new Map([...people].filter(([other]) => other !== id)) : people))
    }
    const ends = [
      onLive('typing', ({ id, name }) => {
        clearTimeout(timers.get(id))
        timers.set(
          id,
          setTimeout(() => stop(id), limits.typing.holds),
        )
        setPeople((people) => (people.get(id) === name ? people : new Map([...people, [id, name]])))
      }),
      onLive('receive_message', ({ author_id }) => author_id && stop(author_id)),
    ]
    return () => {
      for (const end of ends) end()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])
  return [...people.values()]
}

/** Says that one is writing, every few seconds while the text changes. */
export function useTellTyping() {
  const next = useRef(0)
  return () => {
    // not by the clock of the day, which may be set back
    if (performance.now() < next.current) return
    next.current = performance.now() + limits.typing.every
    tell('typing')
  }
}
