// The comparison of every answer in the server tests with the contract (tests/support/server/check-answer.ts).
import { expect, test } from 'vitest'
import { checkAnswer } from '../../support/server/check-answer.ts'

const section = { category_id: null, category_name: null, file_count: 3 }

const usual = { method: 'GET', path: '/api/files/sections', status: 200, type: 'application/json; charset=utf-8' }
const check = (body: unknown, changed: Partial<typeof usual> = {}) => {
  const { path, ...answer } = { ...usual, ...changed }
  const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)).buffer
  return checkAnswer({ ...answer, url: `http://127.0.0.1:3000${path}?x=1`, bytes })
}

test('an answer as the contract has it is accepted, and so is one without a body', () => {
  expect(check([section])).toBeUndefined()
  expect(check(undefined, { method: 'POST', path: '/api/auth/logout', status: 204 })).toBeUndefined()
})

test('an answer without a field, with another type, or with a field too many is named with its row', () => {
  const { category_name, ...incomplete } = section
  expect(check([section, incomplete])).toMatch(/^GET \/files\/sections: .*"path":\[1,"category_name"\]/)
  expect(check([{ ...section, file_count: '3' }])).toMatch(/^GET \/files\/sections: .*"path":\[0,"file_count"\]/)
  expect(check([{ ...section, password_hash: category_name }])).toMatch(/^GET \/files\/sections: fields that/)
})

test('an answer with another status or type is named', () => {
  expect(check([section], { status: 201 })).toMatch('GET /files/sections: status 201 instead of 200')
  expect(check([section], { type: 'text/html' })).toMatch('GET /files/sections: is text/html')
  expect(check({}, { method: 'POST', path: '/api/auth/logout' })).toMatch(
    'POST /auth/logout: status 200 instead of 204',
  )
})

test('refusals, bytes, and addresses that aren’t in the contract aren’t compared', () => {
  expect(check({ detail: 'No', code: 'not_found' }, { status: 404 })).toBeUndefined()
  expect(check({}, { path: '/api/files/01a1/content/firma' })).toBeUndefined()
  expect(check({}, { path: '/api/docs' })).toBeUndefined()
})
