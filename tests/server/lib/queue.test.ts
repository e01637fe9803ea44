import { expect, test } from 'vitest'
import { createFairQueue } from '../../../server/lib/queue.ts'

test('one picture of Bruno and one of Carmen are made after the first of Ana’s hundred, not after the last', async () => {
  const enqueue = createFairQueue()
  const order: string[] = []
  const add = (person: string, name: string) => enqueue(person, async () => void order.push(name))
  const jobs = Array.from({ length: 100 }, (_, turn) => add('ana', `ana ${turn}`))
  jobs.push(add('bruno', 'bruno'), add('carmen', 'carmen'))
  await Promise.all(jobs)
  expect(order.slice(0, 6)).toEqual(['ana 0', 'ana 1', 'bruno', 'carmen', 'ana 2', 'ana 3'])
  expect(order).toHaveLength(102)
})

test('pictures are made one at a time, and one that fails doesn’t stop the others', async () => {
  const enqueue = createFairQueue()
  let running = 0
  const make = (person: string, hasFault: boolean) =>
    enqueue(person, async () => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      running -= 1
      if (hasFault) throw new Error('fault')
    }).then(
      () => 'made',
      () => 'failed',
    )
  const people = ['ana', 'ana', 'bruno', 'ana', 'bruno']
  expect(await Promise.all(people.map((person, turn) => make(person, turn % 2 === 1)))).toEqual([
    ...['made', 'failed', 'made', 'failed', 'made'],
  ])
  expect(await make('ana', false)).toBe('made')
})
