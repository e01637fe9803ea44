import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../server/ids.ts'

const day = 24 * 60 * 60_000
const start = Date.parse('2026-03-02T09:00:00Z')
const timeOf = (id: string) => Number.parseInt(id.slice(0, 12), 16)
const at = (moment: number) => vi.useFakeTimers({ toFake: ['Date'], now: moment })
afterEach(() => void vi.useRealTimers())

test('ids ascend, also within a millisecond and while the clock is set back by some seconds', () => {
  at(start)
  const ids = Array.from({ length: 1000 }, newId)
  at(start - 30_000)
  ids.push(newId(), newId())
  at(start + 1)
  ids.push(newId())
  expect(ids).toEqual([...new Set(ids)].toSorted())
  for (const id of ids) expect(id).toMatch(/^[\da-f]{12}7[\da-f]{3}[89ab][\da-f]{15}$/)
})

test('once a clock that was years ahead is right again, so are the ids', () => {
  at(start + 3650 * day)
  newId()
  at(start)
  expect(timeOf(newId())).toBe(start)
})
