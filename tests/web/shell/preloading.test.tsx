// What is asked for while a pointer rests on a link.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { posts } from '../../../contract/posts.ts'
import { passes, stopTimers } from '../../support/web/clock.ts'
import { openPage } from '../../support/web/screen.tsx'
import { answer, refuse } from '../../support/web/server.ts'
import { alert, besidesPost, heading, post } from '../posts/posts.ts'

const link = page.getByRole('article').getByRole('link', { name: post.title, exact: true })

const answers = [answer(posts.read, post), answer(posts.list, [post]), ...besidesPost]
const countOfAsked = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(`/posts/${post.id}`)).length

/** The one of the tests saves. */
const { connection } = navigator as Navigator & { connection: { saveData: boolean } }

beforeEach(() => performance.clearResourceTimings())
afterEach(() => {
  connection.saveData = true
})

test('with the browser’s data saver nothing is asked for before the click', async () => {
  await openPage('/blog', { answers })
  await expect.element(link).toBeVisible()
  stopTimers()
  await link.hover()
  // longer than a rest
  await passes(1000)
  vi.useRealTimers()
  expect(countOfAsked()).toBe(0)
  await link.click()
  await expect.element(heading()).toHaveTextContent(post.title)
})

test('a post that is gone, found out under the pointer, is asked for again and told by its page', async () => {
  connection.saveData = false
  await openPage('/blog', { answers: [refuse(posts.read, 404, 'Post no encontrado', 'not_found'), ...answers] })
  await expect.element(link).toBeVisible()
  await link.hover()
  await expect.poll(countOfAsked).toBe(1)
  await link.click()
  await expect.element(alert()).toMatchTextContent('Error: Post no encontrado')
  expect(countOfAsked()).toBe(2)
})

test('a post is asked for once, while the pointer rests on its link: not as it passes, nor for what is loaded', async () => {
  connection.saveData = false
  await openPage('/blog', { answers })
  await expect.element(link).toBeVisible()
  for (const name of ['pointerover', 'pointerout'])
    link.element().dispatchEvent(new PointerEvent(name, { bubbles: true }))
  stopTimers()
  await passes(1000)
  expect(countOfAsked()).toBe(0)
  vi.useRealTimers()
  await link.hover()
  await expect.poll(countOfAsked).toBe(1)
  expect(location.pathname).toBe('/blog')
  ;(link.element() as HTMLElement).focus()
  await link.click()
  await expect.element(heading()).toHaveTextContent(post.title)
  expect(countOfAsked()).toBe(1)
})
