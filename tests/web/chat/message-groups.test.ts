import { expect, it } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { blocksOf, displayedTime, formatDay, groupStart } from '../../../web/chat/messages/message-groups.ts'

const said = (username: string, at: Date, author_id: string | null = username) => ({
  author_id,
  username,
  created_at: at.toISOString(),
})
const at = (hours: number, minutes = 0, day = 20) => new Date(2026, 10, day, hours, minutes)

it('a message group has the messages of one person and one day with less than five minutes in between', () => {
  expect(groupStart(said('Ana', at(10)), undefined)).toEqual({ isNewDay: true, isNewGroup: true })
  expect(groupStart(said('Ana', at(10, 4)), said('Ana', at(10)))).toEqual({ isNewDay: false, isNewGroup: false })
  expect(groupStart(said('Ana', at(10, 5)), said('Ana', at(10)))).toEqual({ isNewDay: false, isNewGroup: true })
  expect(groupStart(said('Bruno', at(10, 1)), said('Ana', at(10)))).toEqual({ isNewDay: false, isNewGroup: true })
  expect(groupStart(said('Ana', at(0, 1, 21)), said('Ana', at(23, 59)))).toEqual({ isNewDay: true, isNewGroup: true })
  // two people whose accounts were deleted
  const [ana, bruno] = [said('Ana', at(10), null), said('Bruno', at(10, 1), null)]
  expect(groupStart(bruno, ana).isNewGroup).toBe(true)
  expect(groupStart({ ...ana, created_at: bruno.created_at }, ana).isNewGroup).toBe(false)
})

it('a day is formatted as today, yesterday, or a date', () => {
  const now = at(12, 0, 21)
  expect(formatDay(at(0, 0, 21), now)).toBe('hoy')
  expect(formatDay(at(23, 59, 20), now)).toBe('ayer')
  expect(formatDay(at(9, 0, 19), now)).toBe('jueves, 19 de noviembre')
  expect(formatDay(new Date(2025, 11, 31, 9), now)).toBe('miércoles, 31 de diciembre de 2025')
})

it('a new message changes its own block, and no other', () => {
  const message = (seq: number) => ({ seq }) as ChatMessage
  const messages = Array.from({ length: 120 }, (_, index) => message(index + 10))
  const before = blocksOf(messages, new Map())
  const after = blocksOf([...messages, message(130)], before)
  expect([...after.keys()]).toEqual([0, 1, 2])
  expect([0, 1].map((number) => after.get(number) === before.get(number))).toEqual([true, true])
  expect(after.get(2)).not.toBe(before.get(2))
  expect([...after.values()].flat()).toEqual([...messages, message(130)])
})

it('the time of an unsent message is when it was written, but not before the message above: it starts no new day', () => {
  const above = said('Ana', at(9, 30))
  const yesterday = at(23, 50, 19).getTime()
  expect(displayedTime(yesterday, above)).toBe(at(9, 30).toISOString())
  expect(groupStart(said('Bruno', new Date(displayedTime(yesterday, above))), above).isNewDay).toBe(false)
  expect(displayedTime(at(10).getTime(), above)).toBe(at(10).toISOString())
  expect(displayedTime(at(10).getTime(), undefined)).toBe(at(10).toISOString())
})
