// What is kept of what isn't sent: in a real browser, as its storage and locks are the point.
import { act } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { isAnythingUnsent, keepsUnsent, useUnsent } from '../../web/api/unsent.ts'

const roots: Root[] = []
type Unsent = ReturnType<typeof useUnsent<string>>

function open(name: string) {
  const place: { current?: Unsent } = {}
  function Form() {
    place.current = useUnsent(name, '')
    return null
  }
  const root = createRoot(document.createElement('div'))
  roots.push(root)
  flushSync(() => root.render(<Form />))
  return {
    get typed() {
      return place.current?.typed
    },
    get wasFound() {
      return place.current?.wasFound
    },
    type: (text: string) => flushSync(() => place.current?.type(text)),
    forget: () => place.current?.forget(),
    close: () => root.unmount(),
  }
}
/** What another page, of a tab that is gone, left in a place. */
const leave = (name: string, typed: string, at: number, page = `gone-${at}`) =>
  localStorage.setItem(`unsent  ${name} ${page}`, JSON.stringify({ at, typed }))
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('unsent '))

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
  localStorage.clear()
  sessionStorage.clear()
})

test('what was typed is there when the place is opened again, and gone when it was sent', () => {
  const first = open('post')
  first.type('Hola')
  expect(isAnythingUnsent()).toBe(true)
  first.close()
  expect(isAnythingUnsent()).toBe(false)
  const second = open('post')
  expect([second.typed, second.wasFound]).toEqual(['Hola', true])
  expect(keepsUnsent('')).toBe(true)
  second.forget()
  expect([kept(), isAnythingUnsent(), keepsUnsent('')]).toEqual([[], false, false])
  expect(open('post').typed).toBe('')
})

test('a save that ends late takes nothing along that was typed since', () => {
  const first = open('comment')
  first.type('Hola')
  first.close()
  const second = open('comment')
  second.type('Hola y más')
  first.forget()
  expect(kept()).toHaveLength(1)
  second.close()
  expect(open('comment').typed).toBe('Hola y más')
})

test('typing back to the beginning leaves nothing', () => {
  const form = open('post')
  form.type('Hola')
  form.type('')
  expect([kept(), isAnythingUnsent()]).toEqual([[], false])
})

test('of what other tabs left, the newest is found; going on with it takes its place', async () => {
  leave('post', 'viejo', 1)
  leave('post', 'nuevo', 2)
  leave('otro', 'aparte', 3)
  const form = open('post')
  expect(form.typed).toBe('nuevo')
  form.type('nuevo y más')
  await expect.poll(() => kept().filter((key) => key.endsWith('gone-2'))).toEqual([])
  expect(kept().filter((key) => / post gone-1$| otro gone-3$/.test(key))).toHaveLength(2)
})

test('what a tab that is still open keeps is not taken from it', async () => {
  let release = () => {}
  await new Promise<void>((held) => {
    void navigator.locks.request('alive', () => {
      held()
      return new Promise<void>((resolve) => {
        release = resolve
      })
    })
  })
  leave('post', 'de la otra', 1, 'alive')
  const form = open('post')
  form.type('de esta')
  await act(async () => {
    await navigator.locks.query()
    await navigator.locks.query()
  })
  expect(kept().some((key) => key.endsWith(' alive'))).toBe(true)
  release()
})

test('what can’t be read is nothing', () => {
  localStorage.setItem('unsent  post broken', '{"at":')
  localStorage.setItem('unsent  post null', 'null')
  expect(open('post').typed).toBe('')
})
