import { expect, test } from 'vitest'
import { isEmptySearch, readSearchFilter, searchPath } from '../../../web/search/search-filter.ts'

const read = (search: string) => readSearchFilter(new URLSearchParams(search))
const id = 'a'.repeat(32)

test('the search is read from the address; unknown values are ignored', () => {
  const all = { q: 'faro', kind: 'post', from: id, category_id: id, after: '2026-03', before: '2027' }
  expect(read(new URLSearchParams(all).toString())).toEqual(all)
  expect(read('q=&kind=all&from=1&category_id=x&after=ayer&before=2026-02-31&limit=9')).toEqual({})
  expect(read(`q=${'a'.repeat(3000)}`).q).toHaveLength(2000)
})

test('a search without words is one if it has a filter', () => {
  expect(isEmptySearch(read('q=%20%20'))).toBe(true)
  expect(isEmptySearch(read(`q=&from=${id}`))).toBe(false)
  expect(isEmptySearch(read('q=faro'))).toBe(false)
})

test('the address of a search has its text as it was typed', () => {
  expect(read(searchPath('"a & b" +ñ #1').split('?')[1] ?? '')).toEqual({ q: '"a & b" +ñ #1' })
})
