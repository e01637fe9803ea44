// Violations of the policy of pages: browsers report them, the log has each, and administrators see how many there were.
import { beforeEach, expect, test } from 'vitest'
import type { State } from '../../../contract/state.ts'
import { type Community, communityOfThisTest, days, expectDone, minutes } from '../../support/server/community.ts'
import { insertRows, rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

let community: Community
beforeEach(async () => {
  community = await communityOfThisTest()
})

const site = 'https://alejandria.example'
const inline = { 'document-uri': `${site}/home`, 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' }

/** As browsers do: without a token, with the media type of reports. */
const send = (body: string, path = '/policy-reports') =>
  fetch(`${community.origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body,
  })
const report = (fields: Record<string, unknown>) => send(JSON.stringify({ 'csp-report': fields }))
const stateNow = async () => expectDone(await community.hipatia.get<State>('/admin/state'))
const logged = () =>
  community
    .log()
    .filter(({ msg }) => msg === 'the policy of a page forbade something')
    .map(({ level, directive, source, page }) => `${level} ${directive} ${source} ${page}`)
const write = () => community.services.diagnostics.errors.write(community.db)

test('reports are logged by directive, source and page, counted for a day with those of an older version, and need no care', async () => {
  // which had a kind for each directive
  const at = community.clock.now
  const older = { hour: at - (at % minutes(60)), kind: 'policy: script-src-elem inline /home', count: 3, last_at: at }
  await insertRows(community.db, 'error_counts', [older])
  for (const sent of [inline, inline]) expect((await report(sent)).status).toBe(204)
  const picture = { 'violated-directive': "img-src 'self' data:", 'blocked-uri': 'http://faro.example/x.png' }
  await report({ 'document-uri': `${site}/blog/${'a'.repeat(32)}?pagina=2`, ...picture })
  await report({ ...inline, 'effective-directive': 'connect-src', 'blocked-uri': `${site}/otra` })
  expect(logged()).toEqual([
    ...['30 script-src-elem inline /home', '30 script-src-elem inline /home'],
    ...['30 img-src other /blog/:id', '30 connect-src self /home'],
  ])
  expect(await stateNow()).toMatchObject({ status: 'ok', errors: [], policy_reports: 7 })
  await write()
  expect(await stateNow()).toMatchObject({ status: 'ok', errors: [], policy_reports: 7 })
  community.advanceClock(days(2))
  expect(await stateNow()).toMatchObject({ policy_reports: 0 })
})

test('the token of an invitation, which is in its address, is stored and logged nowhere', async () => {
  const token = 'T'.repeat(43)
  const page = `${site}/invitation/${token}`
  await report({ ...inline, 'document-uri': page, 'source-file': page })
  await report({ ...inline, 'blocked-uri': `${site}/password/${token}` })
  expect(logged()).toEqual(['30 script-src-elem inline /invitation/:token', '30 script-src-elem self /home'])
  await write()
  expect(JSON.stringify(await community.readAllTables()) + community.logText()).not.toContain(token)
})

test('what an extension of the browser does, what no policy knows, and what is no report isn’t counted or taken', async () => {
  for (const fields of [
    { ...inline, 'source-file': 'moz-extension' },
    { ...inline, 'source-file': 'chrome-extension://abc/inject.js' },
    { ...inline, 'blocked-uri': 'safari-web-extension://abc' },
    { ...inline, 'effective-directive': 'ojalá-src' },
    { ...inline, 'effective-directive': 'x'.repeat(41) },
    {},
  ])
    expect((await report(fields)).status).toBe(204)
  // only reports are taken in the media type of reports
  expect((await send(JSON.stringify({ name: 'Hipatia', password: 'x' }), '/auth/login')).status).toBe(415)
  expect((await send('{"csp-report": [')).status).toBe(400)
  expectRefusal(await community.visitor.post('/policy-reports', { 'csp-report': { 'blocked-uri': 7 } }), 422)
  const tooLong = { 'csp-report': { 'blocked-uri': 'x'.repeat(20_000) } }
  expectRefusal(await community.visitor.post('/policy-reports', tooLong), 413)
  expect(logged()).toEqual([])
  expect(await stateNow()).toMatchObject({ policy_reports: 0 })
})

test('a stranger’s made-up reports are one row and short lines, and hide no failure of the server', async () => {
  for (let index = 0; index < 40; index++)
    await report({
      'document-uri': `${site}/${index}/${'x'.repeat(500)}`,
      'effective-directive': `made-up-${'abcdefghij'.at(index % 10)}`,
      'blocked-uri': `https://${index}.example/`,
    })
  community.services.diagnostics.errors.add('internal')
  await write()
  expect(await rowsOf(community.db, 'error_counts')).toHaveLength(2)
  expect(await stateNow()).toMatchObject({ policy_reports: 40, errors: [{ kind: 'internal', count: 1 }] })
  expect(logged()).toHaveLength(40)
  expect(community.logText()).not.toContain('xxx')
})
