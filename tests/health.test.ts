import { afterAll, expect, test } from 'vitest'
import { foundCommunity } from './support/community.ts'

const community = await foundCommunity()
afterAll(() => community.close())

test('anybody may ask whether the server is well, and learns the version and nothing else', async () => {
  const { status, body } = await community.visitor.get('/health')
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', version: '0.0.0-test' } })
})
