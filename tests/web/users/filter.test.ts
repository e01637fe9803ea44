import { expect, test } from 'vitest'
import { nextSorting, readFilter, sortingOf } from '../../../web/users/use-user-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

test('the filter is read from the address; unknown values are ignored', () => {
  expect(read('q=safo&role=admin&status=inactive&sort=email&direction=desc')).toEqual({
    q: 'safo',
    role: 'admin',
    status: 'inactive',
    sort: 'email',
    direction: 'desc',
  })
  expect(read('q=&role=root&status=1&sort=password_hash&direction=up&__proto__[role]=admin')).toEqual({})
  expect(read(`q=${'a'.repeat(500)}`).q).toHaveLength(100)
})

test('a column head sorts by its column, then in reverse; dates start with the newest', () => {
  expect(sortingOf({})).toEqual({ by: 'name', direction: 'asc' })
  expect(nextSorting({ by: 'name', direction: 'asc' }, 'name')).toEqual({ by: 'name', direction: 'desc' })
  expect(nextSorting({ by: 'name', direction: 'desc' }, 'email')).toEqual({ by: 'email', direction: 'asc' })
  expect(nextSorting({ by: 'name', direction: 'asc' }, 'created')).toEqual({ by: 'created', direction: 'desc' })
})
