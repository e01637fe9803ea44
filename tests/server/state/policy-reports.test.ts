// Violations of the policy of pages, as browsers report them and administrators see them.
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { State } from '../../../contract/state.ts'
import { type Community, days, expectDone, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const communities: Community[] = []
let community: Community
beforeEach(async () => {
  community = await startCommunity()
  communities.push(community)
})
afterAll(() => Promise.all(communities.map((one) => one.close())))

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
const reports = async () =>
  expectDone(await community.hipatia.get<State>('/admin/state')).policy_reports.map(
    ({ count, directive, source, page }) => `${count} ${directive} ${source} ${page}`,
  )

test('reports are counted by directive, source and page for a day, and need no care', async () => {
  expect((await report(inline)).status).toBe(204)
  expect((await report(inline)).status).toBe(204)
  await report({
    'document-uri': `${site}/blog/${'a'.repeat(32)}?pagina=2`,
    'violated-directive': "img-src 'self' data:",
    'blocked-uri': 'http://faro.example/x.png',
  })
  await report({ ...inline, 'effective-directive': 'connect-src', 'blocked-uri': `${site}/otra` })
  expect(await reports()).toEqual([
    '2 script-src-elem inline /home',
    '1 connect-src self /home',
    '1 img-src other /blog/:id',
  ])
  expect(expectDone(await community.hipatia.get<State>('/admin/state'))).toMatchObject({ status: 'ok', errors: [] })
  await community.services.diagnostics.policyReports.write(community.db)
  community.advanceClock(days(2))
  expect(await reports()).toEqual([])
})

test('the token of an invitation, which is in its address, is stored nowhere', async () => {
  const token = 'T'.repeat(43)
  await report({
    ...inline,
    'document-uri': `${site}/invitation/${token}`,
    'source-file': `${site}/invitation/${token}`,
  })
  await report({ ...inline, 'blocked-uri': `${site}/password/${token}` })
  expect(await reports()).toEqual(['1 script-src-elem inline /invitation/:token', '1 script-src-elem self /home'])
  await community.services.diagnostics.policyReports.write(community.db)
  const tables = JSON.stringify(await community.readAllTables())
  expect(tables).toContain('script-src-elem inline /invitation/:token')
  expect(tables).not.toContain(token)
})

test('what an extension of the browser does, and what no policy knows, isn’t counted', async () => {
  for (const fields of [
    { ...inline, 'source-file': 'moz-extension' },
    { ...inline, 'source-file': 'chrome-extension://abc/inject.js' },
    { ...inline, 'blocked-uri': 'safari-web-extension://abc' },
    { ...inline, 'effective-directive': 'ojalá-src' },
    {},
  ])
    expect((await report(fields)).status).toBe(204)
  expect(await reports()).toEqual([])
})

test('a stranger’s made-up reports are few rows, and hide no failure of the server', async () => {
  for (let index = 0; index < 40; index++)
    await report({
      'document-uri': `${site}/${index}/${'x'.repeat(500)}`,
      'effective-directive': index % 2 ? 'img-src' : 'font-src',
      'blocked-uri': `https://${index}.example/`,
    })
  const counted = ['20 font-src other other', '20 img-src other other']
  expect(await reports()).toEqual(counted)
  await community.services.diagnostics.policyReports.write(community.db)
  expect(await reports()).toEqual(counted)
  expect(await community.db.selectFrom('error_counts').selectAll().execute()).toHaveLength(2)
})

test('whatever a stranger makes up, a hundred kinds an hour are counted, and the twenty most frequent are shown', async () => {
  const kinds = ['img', 'font', 'media', 'frame', 'worker', 'connect']
  const pages = ['home', 'blog', 'chat', 'news', 'files', 'search', 'account', 'admin', 'register']
  for (const kind of kinds)
    for (const page of pages)
      for (const source of ['inline', 'eval'])
        await report({
          'document-uri': `${site}/${page}`,
          'effective-directive': `${kind}-src`,
          'blocked-uri': source,
        })
  await community.services.diagnostics.policyReports.write(community.db)
  // a second time, after the first ones are written
  for (const page of pages)
    await report({ ...inline, 'document-uri': `${site}/${page}`, 'effective-directive': 'base-uri' })
  await community.services.diagnostics.policyReports.write(community.db)
  expect(await community.db.selectFrom('error_counts').selectAll().execute()).toHaveLength(100)
  expect(await reports()).toHaveLength(20)
})

test('only reports are taken in the media type of reports', async () => {
  expect((await send(JSON.stringify({ name: 'Hipatia', password: 'x' }), '/auth/login')).status).toBe(415)
  expect((await send('{"csp-report": [')).status).toBe(400)
  expectRefusal(await community.visitor.post('/policy-reports', { 'csp-report': { 'blocked-uri': 7 } }), 422)
  expectRefusal(
    await community.visitor.post('/policy-reports', { 'csp-report': { 'blocked-uri': 'x'.repeat(20_000) } }),
    413,
  )
  expect(await reports()).toEqual([])
})
