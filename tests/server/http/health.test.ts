import { afterAll, expect, test } from 'vitest'
import { startCommunity } from '../../support/server/community.ts'

const community = await startCommunity()
afterAll(() => community.close())

test('visitors get the state of the server and its version only', async () => {
  const { status, body } = await community.visitor.get('/health')
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', version: '0.0.0-test' } })
})
