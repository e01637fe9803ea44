// Lists loaded page by page, and changes of their loaded items.
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Page } from '../../../web/api/call.ts'
import {
  append,
  isComplete,
  itemsOf,
  mapItems,
  type PagedData,
  prepend,
  refreshFirstPage,
  replace,
  totalOf,
  without,
} from '../../../web/api/paged.ts'

interface Item {
  id: string
  text?: string
}

/** Pages of items named by their ids; `isWhole: false` leaves out the last page of the list. */
function load(pages: string[][], { isWhole = true } = {}): PagedData<Item> {
  const total = pages.flat().length
  const next = (index: number) => (index < pages.length - 1 || !isWhole ? `page ${index + 1}` : null)
  return {
    pages: pages.map((ids, index) => ({ items: ids.map((id) => ({ id })), total, next: next(index) })),
    pageParams: pages.map((_, index) => (index === 0 ? '' : `page ${index}`)),
  }
}
const idsIn = (data: PagedData<Item>) => data.pages.map(({ items }) => items.map(({ id }) => id))
const totalsIn = (data: PagedData<Item>) => data.pages.map(({ total }) => total)

it('itemsOf gives the items of all pages in order: one of two pages once, in its first place and newest version', () => {
  expect(itemsOf(load([['a', 'b'], ['c']])).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(itemsOf(load([[]]))).toEqual([])
  const data = load([['a', 'b'], ['c']])
  data.pages[1]?.items.unshift({ id: 'b', text: 'later' })
  expect(itemsOf(data)).toEqual([{ id: 'a' }, { id: 'b', text: 'later' }, { id: 'c' }])
  // all of those that have no id
  const versions = { pages: [{ items: [{ version: 2 }, { version: 1 }], total: 2, next: null }], pageParams: [''] }
  expect(itemsOf(versions)).toEqual([{ version: 2 }, { version: 1 }])
})

it('totalOf is the total of the page that was fetched last; a list is complete if its last page has no next one', () => {
  const data = load([['a'], ['b']])
  if (data.pages[1]) data.pages[1].total = 7
  expect([totalOf(data), totalOf(undefined)]).toEqual([7, 0])
  expect([isComplete(data), isComplete(load([['a'], ['b']], { isWhole: false }))]).toEqual([true, false])
})

describe('changes of a list', () => {
  const data = load([['a', 'b'], ['c'], ['d']])

  it('replace or map items on any page, and leave pages and totals as they are', () => {
    const next = replace(data, { id: 'c', text: 'new' })
    expect(itemsOf(next)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c', text: 'new' }, { id: 'd' }])
    expect([idsIn(next), totalsIn(next), next.pageParams]).toEqual([idsIn(data), [4, 4, 4], data.pageParams])
    const mapped = itemsOf(mapItems(data, ({ id }) => ({ id, text: id })))
    expect(mapped.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
  })

  it.each([
    ['prepend a new item', (list: typeof data) => prepend(list, { id: 'n' }), [['n', 'a', 'b'], ['c'], ['d']], 5],
    ['append a new item', (list: typeof data) => append(list, { id: 'n' }), [['a', 'b'], ['c'], ['d', 'n']], 5],
    ['remove an item', (list: typeof data) => without(list, 'a'), [['b'], ['c'], ['d']], 3],
  ])('%s, once', (_what, change, ids, total) => {
    const next = change(data)
    expect([idsIn(next), totalsIn(next)]).toEqual([ids, [total, total, total]])
    expect(change(next)).toBe(next)
  })

  it('append nothing while pages are missing at the end', () => {
    const half = load([['a'], ['b']], { isWhole: false })
    expect(append(half, { id: 'n' })).toBe(half)
  })
})

it('refreshFirstPage replaces all pages by the new first page, and leaves the list as it is if the request fails', async () => {
  const queryKey = ['items']
  async function refresh(queryFn: () => Promise<Page<Item>>) {
    const client = new QueryClient()
    client.setQueryData(queryKey, load([['b'], ['a']]))
    const getNextPageParam = ({ next }: Page<Item>) => next
    const result = await refreshFirstPage(client, { queryKey, queryFn, initialPageParam: '', getNextPageParam })
    return [result, idsIn(client.getQueryData(queryKey) as PagedData<Item>)]
  }
  const first = { items: [{ id: 'c' }, { id: 'b' }], total: 3, next: 'page 1' }
  expect(await refresh(async () => first)).toEqual([{ isError: false }, [['c', 'b']]])
  const failing = () => Promise.reject(new Error('no'))
  expect(await refresh(failing)).toEqual([{ isError: true }, [['b'], ['a']]])
})
