import { expect, test } from 'vitest'
import { readFilter } from '../../../web/users/use-user-filter.ts'

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
