import { describe, expect, test } from 'vitest'
import {
  type DateOrder,
  dayOf,
  findDateOrder,
  momentOf,
  readEntries,
} from '../../../../server/imports/whatsapp/lines.ts'
import { allOf } from '../../../support/all-of.ts'

async function* from(lines: string[]) {
  yield* lines
}

const entriesOf = (...lines: string[]) => allOf(readEntries(from(lines)))

async function readOne(line: string, order: DateOrder = 'dmy') {
  const [entry] = await entriesOf(line)
  if (!entry) return undefined
  const { hour, minute, second, text } = entry
  return `${dayOf(entry, order)} ${[hour, minute, second].map((part) => `${part}`.padStart(2, '0')).join(':')} ${text}`
}

describe('the beginning of a line', () => {
  test.each<[string, string, DateOrder?]>([
    // Android
    ['31/12/22, 11:40 - Ana: hola', '2022-12-31 11:40:00'],
    ['31/12/2022, 11:40 - Ana: hola', '2022-12-31 11:40:00'],
    ['1/4/2026, 9:05 - Ana: hola', '2026-04-01 09:05:00'],
    ['7/11/20 10:14 - Ana: hola', '2020-11-07 10:14:00'],
    ['24/12/18 a la(s) 22:21 - Ana: hola', '2018-12-24 22:21:00'],
    ['24/12/18 a las 22:21 - Ana: hola', '2018-12-24 22:21:00'],
    ['31/12/22, 11:40 p.\u00a0m. - Ana: hola', '2022-12-31 23:40:00'],
    ['31/12/22, 11:40\u202fp.\u00a0m. - Ana: hola', '2022-12-31 23:40:00'],
    ['31/12/22, 12:05\u202fa.\u202fm. - Ana: hola', '2022-12-31 00:05:00'],
    ['31/12/22, 12:05 p. m. - Ana: hola', '2022-12-31 12:05:00'],
    ['12/31/22, 11:40\u202fPM - Ana: hola', '2022-12-31 23:40:00', 'mdy'],
    ['12/31/22, 12:40 AM - Ana: hola', '2022-12-31 00:40:00', 'mdy'],
    ['2021-03-18, 3:02 p.m. - Ana: hola', '2021-03-18 15:02:00', 'ymd'],
    ['15.04.2016, 15:04 - Ana: hola', '2016-04-15 15:04:00'],
    ['03-06-2018, 01.55 PM - Ana: hola', '2018-06-03 13:55:00'],
    // iPhone
    ['[31/12/2022 11:40:26] Ana: hola', '2022-12-31 11:40:26'],
    ['[31/12/22, 11:40:26] Ana: hola', '2022-12-31 11:40:26'],
    ['\u200e[31/12/22, 11:40:26] Ana: hola', '2022-12-31 11:40:26'],
    ['[31/12/2019, 2:14:40 a.m.] Ana: hola', '2019-12-31 02:14:40'],
    ['[3/6/18 1:55:00 p.\u00a0m.] Ana: hola', '2018-06-03 13:55:00'],
    ['[14/10/2021, 3:34:09\u202fPM] Ana: hola', '2021-10-14 15:34:09'],
    ['[05.08.23, 5:52:02 PM] Ana: hola', '2023-08-05 17:52:02'],
    ['[2018/06/13, 21:25:15] Ana: hola', '2018-06-13 21:25:15', 'ymd'],
    ['\ufeff[31/12/22, 11:40:26] Ana: hola', '2022-12-31 11:40:26'],
  ])('%s', async (line, moment, order) => {
    expect(await readOne(line, order)).toBe(`${moment} Ana: hola`)
  })

  test.each([
    '2016-04-29 10:30:00',
    'Quedamos a las 10:30 - Ana: ¿sí?',
    '31/12/22, 25:40 - Ana: hola',
    '31/12/22, 11:61 - Ana: hola',
    '31/12/22 - Ana: hola',
    '',
  ])('%j begins no message', async (line) => {
    expect(await readOne(line)).toBeUndefined()
  })
})

test('a message goes on until the next one begins', async () => {
  const entries = await entriesOf('31/12/22, 11:40 - Ana: uno', '', 'dos', '31/12/22, 11:41 - Bruno: tres')
  expect(entries.map(({ line, text }) => [line, text])).toEqual([
    [1, 'Ana: uno\n\ndos'],
    [4, 'Bruno: tres'],
  ])
})

test.each([
  ['of the other telephone', '[30/12/22, 10:00:00] Bruno: ayer'],
  ['as WhatsApp copies it', '30/12/22, 10:00:05 - Bruno: ayer'],
  ['of twelve hours', '30/12/22, 10:00 p. m. - Bruno: ayer'],
])('a message that was pasted into another one, %s, stays in that one', async (_, pasted) => {
  const entries = await entriesOf('31/12/22, 11:40 - Ana: mira', pasted, '31/12/22, 11:41 - Ana: eso')
  expect(entries.map(({ text }) => text)).toEqual([`Ana: mira\n${pasted}`, 'Ana: eso'])
})

test('lines before all messages are named, but for blank ones', async () => {
  const strays: number[] = []
  const lines = ['Copia del grupo', ' ', '31/12/22, 11:40 - Ana: hola']
  expect(await allOf(readEntries(from(lines), (line) => strays.push(line)))).toHaveLength(1)
  expect(strays).toEqual([1])
})

test('a message without an end is refused before it fills the memory', async () => {
  async function* endless() {
    yield '31/12/22, 11:40 - Ana: hola'
    for (;;) yield 'a'.repeat(1000)
  }
  await expect(allOf(readEntries(endless()))).rejects.toThrow(/line 1 has more than a million/)
})

describe('the order of day and month', () => {
  const orderOf = async (...dates: string[]) => {
    const order = findDateOrder()
    for (const entry of await entriesOf(...dates.map((date) => `${date}, 10:00 - Ana: hola`))) order.take(entry)
    return order.order()
  }

  test.each<[string[], DateOrder | undefined | null]>([
    [['31/12/22'], 'dmy'],
    [['12/31/22'], 'mdy'],
    [['2022/12/31'], 'ymd'],
    [['2022-01-02', '2022-01-03'], 'ymd'],
    // in the other order time would go back
    [['28/1/22', '3/2/22'], 'dmy'],
    [['3/2/22', '4/2/22', '3/3/22'], 'dmy'],
    [['2/3/22', '2/4/22', '3/3/22'], 'mdy'],
    // clocks of telephones differ
    [['2/1/22', '1/1/22', '13/1/22'], 'dmy'],
    [['3/2/22'], undefined],
    [['3/2/22', '4/2/22'], undefined],
    [['31/12/22', '12/31/22'], null],
    [['40/40/22'], null],
  ])('%j', async (dates, order) => {
    expect(await orderOf(...dates)).toBe(order)
  })
})

describe('the moment in the time zone of the community', () => {
  const at = async (time: string, before?: number) => {
    const [entry] = await entriesOf(`${time} - Ana: hola`)
    return entry && momentOf(entry, 'dmy', 'Europe/Madrid', before)
  }

  test('is that of the place, in summer and winter', async () => {
    expect(await at('1/7/22, 12:00')).toBe(Date.UTC(2022, 6, 1, 10))
    expect(await at('1/12/22, 12:00')).toBe(Date.UTC(2022, 11, 1, 11))
  })

  test('an hour that comes twice in October is the one that isn’t before the message before', async () => {
    const first = await at('30/10/22, 2:40')
    expect(first).toBe(Date.UTC(2022, 9, 30, 0, 40))
    expect(await at('30/10/22, 2:10', first)).toBe(Date.UTC(2022, 9, 30, 1, 10))
    expect(await at('30/10/22, 2:40', (first ?? 0) + 1)).toBe((first ?? 0) + 1)
  })

  test('an hour that doesn’t come in March is one, and what follows isn’t before it', async () => {
    const gap = await at('27/3/22, 2:30')
    expect(gap).toBe(Date.UTC(2022, 2, 27, 0, 30))
    expect(await at('27/3/22, 3:10', gap)).toBe(Date.UTC(2022, 2, 27, 1, 10))
  })

  test('a clock that goes after is no reason to change the order, one that was set back by days is', async () => {
    const noon = await at('1/7/22, 12:00')
    expect(await at('1/7/22, 11:50', noon)).toBe(noon)
    expect(await at('1/6/22, 12:00', noon)).toBe(Date.UTC(2022, 5, 1, 10))
  })

  test('there is none on a day that doesn’t exist', async () => {
    expect(await at('30/2/22, 12:00')).toBeUndefined()
  })
})
