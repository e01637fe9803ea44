import { expect, test } from 'vitest'
import { nextSorting, readFilter, sortingOf } from '../../web/admin/use-user-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

test('an address says what is looked for; what makes no sense in it is passed over', () => {
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

test('a head sorts by its column, then the other way round; of dates the newest come first', () => {
  expect(sortingOf({})).toEqual({ by: 'name', direction: 'asc' })
  expect(nextSorting({ by: 'name', direction: 'asc' }, 'name')).toEqual({ by: 'name', direction: 'desc' })
  expect(nextSorting({ by: 'name', direction: 'desc' }, 'email')).toEqual({ by: 'email', direction: 'asc' })
  expect(nextSorting({ by: 'name', direction: 'asc' }, 'created')).toEqual({ by: 'created', direction: 'desc' })
})
