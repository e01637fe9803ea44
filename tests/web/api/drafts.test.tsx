// Stored drafts, in a real browser because of its storage and locks.
import { act } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { hasOpenDrafts, hasStoredDrafts, useDraft } from '../../../web/api/drafts.ts'

const roots: Root[] = []
type Draft = ReturnType<typeof useDraft<string>>

function open(name: string) {
  const place: { current?: Draft } = {}
  function Form() {
    place.current = useDraft(name, '')
    return null
  }
  const root = createRoot(document.createElement('div'))
  roots.push(root)
  flushSync(() => root.render(<Form />))
  return {
    get value() {
      return place.current?.value
    },
    get wasRestored() {
      return place.current?.wasRestored
    },
    setValue: (text: string) => flushSync(() => place.current?.setValue(text)),
    discard: () => place.current?.discard(),
    clientId: () => place.current?.id.clientId(),
    renewClientId: () => place.current?.id.renewClientId(),
    close: () => root.unmount(),
  }
}
/** Stores a draft of another page, whose tab was closed. */
const storeDraft = (name: string, typed: string, at: number, page = `gone-${at}`, client_id?: string) =>
  localStorage.setItem(`unsent  ${name} ${page}`, JSON.stringify({ at, typed, client_id }))
/** Holds the lock of another page, which is open until the returned function is called. */
async function openPage(page: string) {
  let release = () => {}
  await new Promise<void>((held) => {
    void navigator.locks.request(page, () => {
      held()
      return new Promise<void>((resolve) => {
        release = resolve
      })
    })
  })
  return release
}
const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('unsent '))

afterEach(() => {
  for (const root of roots.splice(0)) root.unmount()
  localStorage.clear()
  sessionStorage.clear()
})

test('a draft is restored with its client_id when its form is opened again, and deleted when it was sent or emptied', async () => {
  localStorage.setItem('unsent  post broken', '{"at":')
  localStorage.setItem('unsent  post null', 'null')
  const first = open('post')
  expect(first.value).toBe('')
  localStorage.clear()
  first.setValue('Hola')
  const id = await first.clientId()
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  first.setValue('Hola y más')
  expect([hasOpenDrafts(), await first.clientId()]).toEqual([true, id])
  first.close()
  expect(hasOpenDrafts()).toBe(false)
  const second = open('post')
  expect([second.value, second.wasRestored, await second.clientId()]).toEqual(['Hola y más', true, id])
  expect(hasStoredDrafts('')).toBe(true)
  second.discard()
  expect([storedKeys(), hasOpenDrafts(), hasStoredDrafts('')]).toEqual([[], false, false])
  const third = open('post')
  expect(third.value).toBe('')
  third.setValue('Hola')
  third.setValue('')
  expect([storedKeys(), hasOpenDrafts()]).toEqual([[], false])
})

test('a draft that was sent, emptied or renewed, or lost by signing out, is followed by one with another client_id', async () => {
  const ids: unknown[] = []
  const form = open('post')
  for (const end of [form.discard, () => form.setValue(''), form.renewClientId, () => {}]) {
    form.setValue(`Hola ${ids.length}`)
    ids.push(await form.clientId())
    end()
  }
  form.close()
  localStorage.clear()
  const next = open('post')
  next.setValue('Otra cosa')
  ids.push(await next.clientId())
  expect(new Set(ids).size).toBe(5)
})

test('a text written while the one before was being sent is a draft of its own, with another client_id; none stays open once both forms are left', async () => {
  const first = open('comment')
  first.setValue('Hola')
  const id = await first.clientId()
  first.close()
  const second = open('comment')
  second.setValue('Hola y más')
  first.discard()
  expect(storedKeys()).toHaveLength(1)
  expect(await second.clientId()).not.toBe(id)
  second.close()
  // the save ends once more, after the next form was left too
  first.discard()
  expect([storedKeys().length, hasOpenDrafts()]).toEqual([1, false])
  expect(open('comment').value).toBe('Hola y más')
})

test('the newest draft of closed tabs is restored, and replaced by further typing', async () => {
  storeDraft('post', 'viejo', 1)
  storeDraft('post', 'nuevo', 2)
  storeDraft('otro', 'aparte', 3)
  const form = open('post')
  expect(form.value).toBe('nuevo')
  form.setValue('nuevo y más')
  await expect.poll(() => storedKeys().filter((key) => key.endsWith('gone-2'))).toEqual([])
  expect(storedKeys().filter((key) => / post gone-1$| otro gone-3$/.test(key))).toHaveLength(2)
})

test('the draft of a tab that is still open is not deleted by another tab, whose copy gets a client_id of its own', async () => {
  const release = await openPage('alive')
  storeDraft('post', 'de la otra', 1, 'alive', 'suyo')
  const copy = open('post')
  copy.setValue('de la otra y más')
  await act(async () => {
    await navigator.locks.query()
    await navigator.locks.query()
  })
  expect(storedKeys().some((key) => key.endsWith(' alive'))).toBe(true)
  const own = storedKeys().find((key) => !key.endsWith(' alive')) as string
  // stays so after a reload of this tab, which restores what is stored
  await expect.poll(() => localStorage.getItem(own)).not.toContain('suyo')
  expect(await copy.clientId()).not.toBe('suyo')
  expect(localStorage.getItem(own)).toContain('de la otra y más')
  release()
})

test('what is written in a tab that is still open isn’t offered in another one, only the newest of closed tabs', async () => {
  const release = await openPage('alive')
  storeDraft('post', 'de la otra', 3, 'alive')
  storeDraft('post', 'de una cerrada', 2)
  const form = open('post')
  await expect.poll(() => form.value).toBe('de una cerrada')
  form.setValue('')
  await expect.poll(() => storedKeys().map((key) => key.split(' ').at(-1))).toEqual(['alive'])
  const next = open('post')
  await expect.poll(() => next.wasRestored).toBe(false)
  expect([next.value, hasOpenDrafts()]).toEqual(['', false])
  release()
})

test('a duplicated tab, which names the page of the first one, isn’t offered its draft either', async () => {
  const release = await openPage('alive')
  storeDraft('post', 'de la otra', 1, 'alive')
  sessionStorage.setItem('unsent  post', 'unsent  post alive')
  const form = open('post')
  await expect.poll(() => form.value).toBe('')
  release()
})

test('a reload keeps the draft of this tab, though the lock of its page is seen for a moment', async () => {
  const release = await openPage('before')
  storeDraft('post', 'de antes', 1, 'before')
  sessionStorage.setItem('unsent  post', 'unsent  post before')
  const asked = vi.spyOn(navigator.locks, 'query')
  const form = open('post')
  // longer than it takes to take back what another tab holds
  for (let turn = 0; turn < 10; turn++) await navigator.locks.query()
  release()
  const before = asked.mock.calls.length
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before)
  await asked.mock.results.at(-1)?.value
  asked.mockRestore()
  await act(async () => {})
  expect([form.value, form.wasRestored]).toEqual(['de antes', true])
})

test('a text that an earlier version has stored is the same draft, with what it answers', () => {
  const answered = { id: 'm1', quote: { username: 'Ana', excerpt: 'Hola' } }
  storeDraft('chat', 'Que sí', 1, 'gone-1', 'c1')
  localStorage.setItem('unsent  chat-answer gone-1', JSON.stringify({ at: 1, typed: answered }))
  storeDraft('comment p1', 'De lejos', 2)
  storeDraft('comment p2', 'De cerca', 3)
  expect(open('chat-message').value).toEqual({ text: 'Que sí', answered })
  expect(open('new-comment p1').value).toEqual({ content: 'De lejos', answered: null })
  const keys = ['unsent  chat-message gone-1', 'unsent  comment p2 gone-3', 'unsent  new-comment p1 gone-2']
  expect(storedKeys().toSorted()).toEqual(keys)
  expect(localStorage.getItem('unsent  chat-message gone-1')).toContain('"client_id":"c1"')
})

test('the client_id of a closed tab is kept, also if the text is changed first', async () => {
  storeDraft('post', 'Hola', 1, 'gone', 'antes')
  expect(await open('post').clientId()).toBe('antes')
  storeDraft('comment', 'Hola', 1, 'gone', 'antes')
  const form = open('comment')
  form.setValue('Hola y más')
  expect(await form.clientId()).toBe('antes')
  expect(storedKeys().filter((key) => key.endsWith(' gone'))).toEqual([])
})
