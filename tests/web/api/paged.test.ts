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

describe('itemsOf, totalOf and isComplete', () => {
  it('give the items of all pages in order', () => {
    expect(itemsOf(load([['a', 'b'], ['c']])).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(itemsOf(load([[]]))).toEqual([])
  })

  it('give an item of two pages once: in its first place, in its newest version', () => {
    const data = load([['a', 'b'], ['c']])
    data.pages[1]?.items.unshift({ id: 'b', text: 'later' })
    expect(itemsOf(data)).toEqual([{ id: 'a' }, { id: 'b', text: 'later' }, { id: 'c' }])
  })

  it('give all items that have no id', () => {
    const versions = { pages: [{ items: [{ version: 2 }, { version: 1 }], total: 2, next: null }], pageParams: [''] }
    expect(itemsOf(versions)).toEqual([{ version: 2 }, { version: 1 }])
  })

  it('take the total of the page that was fetched last', () => {
    const data = load([['a'], ['b']])
    if (data.pages[1]) data.pages[1].total = 7
    expect(totalOf(data)).toBe(7)
    expect(totalOf(undefined)).toBe(0)
  })

  it('call a list complete if its last page has no next page', () => {
    expect(isComplete(load([['a'], ['b']]))).toBe(true)
    expect(isComplete(load([['a'], ['b']], { isWhole: false }))).toBe(false)
  })
})

describe('changes of a list', () => {
  const data = load([['a', 'b'], ['c']])

  it('replace an item on any page, and leave pages and totals as they are', () => {
    const next = replace(data, { id: 'c', text: 'new' })
    expect(itemsOf(next)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c', text: 'new' }])
    expect(idsIn(next)).toEqual(idsIn(data))
    expect(totalsIn(next)).toEqual([3, 3])
    expect(next.pageParams).toEqual(data.pageParams)
  })

  it('map every item', () => {
    expect(itemsOf(mapItems(data, ({ id }) => ({ id, text: id }))).map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  })

  it('prepend a new item, once', () => {
    const next = prepend(data, { id: 'n' })
    expect(idsIn(next)).toEqual([['n', 'a', 'b'], ['c']])
    expect(totalsIn(next)).toEqual([4, 4])
    expect(prepend(next, { id: 'n' })).toBe(next)
  })

  it('append a new item, once', () => {
    const next = append(data, { id: 'n' })
    expect(idsIn(next)).toEqual([
      ['a', 'b'],
      ['c', 'n'],
    ])
    expect(totalsIn(next)).toEqual([4, 4])
    expect(append(next, { id: 'n' })).toBe(next)
  })

  it('append nothing while pages are missing at the end', () => {
    const half = load([['a'], ['b']], { isWhole: false })
    expect(append(half, { id: 'n' })).toBe(half)
  })

  it('remove an item, and count it once', () => {
    const next = without(data, 'a')
    expect(idsIn(next)).toEqual([['b'], ['c']])
    expect(totalsIn(next)).toEqual([2, 2])
    expect(without(next, 'a')).toBe(next)
  })
})

describe('refreshFirstPage', () => {
  const queryKey = ['items']
  async function refresh(queryFn: () => Promise<Page<Item>>) {
    const client = new QueryClient()
    client.setQueryData(queryKey, load([['b'], ['a']]))
    const getNextPageParam = ({ next }: Page<Item>) => next
    const result = await refreshFirstPage(client, { queryKey, queryFn, initialPageParam: '', getNextPageParam })
    return [result, idsIn(client.getQueryData(queryKey) as PagedData<Item>)]
  }

  it('replaces all pages by the new first page', async () => {
    const first = { items: [{ id: 'c' }, { id: 'b' }], total: 3, next: 'page 1' }
    expect(await refresh(async () => first)).toEqual([{ isError: false }, [['c', 'b']]])
  })

  it('leaves the list as it is if the request fails', async () => {
    const failing = () => Promise.reject(new Error('no'))
    expect(await refresh(failing)).toEqual([{ isError: true }, [['b'], ['a']]])
  })
})
