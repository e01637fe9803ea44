import { useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { emitVolatile, useSignal } from '../../api/live.ts'

type People = ReadonlyMap<string, { name: string }>

const without = (people: People, id: string | null) => new Map([...people].filter(([other]) => other !== id))

/** Names of members who are writing, until their message arrives or their last `typing` event expires. */
export function useTypingNames() {
  const [people, setPeople] = useState<People>(new Map())
  useSignal('typing', ({ id, name }) => {
    const event = { name }
    setPeople((people) => new Map(people).set(id, event))
    const expire = () => setPeople((people) => (people.get(id) === event ? without(people, id) : people))
    setTimeout(expire, limits.typing.expiresAfterMs)
  })
  useSignal('receive_message', ({ author_id }) => setPeople((people) => without(people, author_id)))
  return [...people.values()].map(({ name }) => name)
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
