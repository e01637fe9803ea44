// The header with many people and a long name, and the navigation before the session is known.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth } from '../../../contract/auth.ts'
import { posts } from '../../../contract/posts.ts'
import { presence } from '../../../contract/presence.ts'
import { idOf, openPage, personNamed } from '../../support/web/screen.tsx'
import { answer, holdBack } from '../../support/web/server.ts'
import { besidesPost, main, post } from '../posts/posts.ts'

const maximiliana = personNamed('Maximiliana Constantinopolitan', idOf(1), 'admin')
const header = page.getByRole('banner')
const people = Array.from({ length: 120 }, (_, n) => ({ id: idOf(300 + n), name: `P${n}`, role: 'normal' as const }))

test('the name of an administrator is whole if it is of usual length, and else shortened without breaking the header', async () => {
  await openPage('/home', { as: maximiliana, answers: [answer(presence.list, { online_users: people })] })
  const name = header.getByText(maximiliana.name, { exact: true })
  for (const width of [1024, 1280, 1440]) {
    await page.viewport(width, 900)
    await expect.poll(() => innerWidth).toBe(width)
    await expect.element(header.getByText(/^120/).first()).toBeVisible()
    expect(document.documentElement.scrollWidth, `${width} px`).toBeLessThanOrEqual(width)
    if (width < 1280) continue
    const boxOf = (part: typeof name) => part.element().getBoundingClientRect()
    const [shown, badge] = [boxOf(name), boxOf(header.getByText('(Admin)'))]
    const account = boxOf(header.getByRole('link', { name: 'Administrar cuenta' }))
    for (const { right } of [shown, badge]) expect(right, `${width} px`).toBeLessThanOrEqual(account.x)
    expect(badge.x, `${width} px`).toBeGreaterThanOrEqual(shown.right)
    expect(boxOf(header.getByText('Bienvenida/o,')).bottom, `${width} px`).toBeLessThanOrEqual(shown.bottom)
    const letters = document.createRange()
    const text = name.element().firstChild as Text
    letters.setStart(text, 0)
    letters.setEnd(text, 8)
    expect(shown.width - letters.getBoundingClientRect().width, 'eight letters and the ellipsis').toBeGreaterThan(10)
  }

  await openPage('/home', { as: personNamed('Rosario Vega', idOf(1), 'admin') })
  await page.viewport(1280, 900)
  const usual = header.getByText('Rosario Vega', { exact: true })
  await expect.poll(() => usual.element().scrollWidth - usual.element().clientWidth).toBe(0)
  await expect.poll(() => isSeen(header.getByText('online', { exact: true }).element())).toBe(true)
})

/** True if the text of an element isn't cut off. */
const isSeen = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}

test('the count of people has its word wherever there is room, and the brand its name after it', async () => {
  await openPage('/home')
  const word = header.getByText('online', { exact: true })
  const name = header.getByText('Alejandría', { exact: true })
  for (const [width, seen] of [
    [320, [false, false]],
    [360, [false, true]],
    [390, [true, true]],
    [1280, [true, true]],
  ] as const) {
    await page.viewport(width, 900)
    await expect.poll(() => [word, name].map((part) => isSeen(part.element())), { message: `${width}` }).toEqual(seen)
  }
  await expect.element(header.getByRole('button', { name: '1 online' })).toBeVisible()
})

test('the navigation is disabled until the session is checked', async () => {
  const held = holdBack(auth.me)
  await openPage('/home', { isStarting: true, answers: [held.handler] })
  const chat = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Chat' })
  await expect.element(chat).toHaveAttribute('aria-disabled', 'true')
  held.release()
  await expect.element(chat).not.toHaveAttribute('aria-disabled')
  await expect.element(chat).toHaveAttribute('href', '/chat')
})

test('a name in a right-to-left script doesn’t change the direction of the text around it', async () => {
  const name = 'עומר'
  const omers = { ...post, title: 'עומר ו-3 ספרים', author_name: name }
  const online = answer(presence.list, { online_users: [{ id: idOf(2), name, role: 'normal' }] })
  const answers = [online, answer(posts.list, [omers]), answer(posts.read, omers), ...besidesPost]
  for (const path of ['/blog', `/blog/${post.id}`]) {
    await openPage(path, { answers })
    await expect.element(main().getByText(`Por ${name}`)).toBeVisible()
    expect(main().getByText(`Por ${name}`).element().querySelector('bdi')?.textContent).toBe(name)
  }
  await header.getByRole('button', { name: /online/ }).click()
  const listed = header.getByText(name, { exact: true })
  await expect.element(listed).toBeVisible()
  expect(listed.element().closest('bdi')?.textContent).toBe(name)
})

test('a visitor chooses the theme on a phone, in the menu of the rest', async () => {
  await openPage('/home', { as: null, screen: 'phone' })
  await header.getByRole('button', { name: 'Más' }).click()
  await page.getByRole('navigation', { name: 'Más' }).getByText('Oscuro').click()
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
  await page.getByRole('navigation', { name: 'Más' }).getByText('Sistema').click()
  await expect.poll(() => document.documentElement.dataset.theme).toBeUndefined()
})

test('a modal keeps the focus, and each focused element is outlined', async () => {
  await openPage('/home', { as: null })
  await header.getByRole('button', { name: 'Iniciar Sesión' }).click()
  const modal = page.getByRole('dialog', { name: 'Login' })
  await expect.element(modal.getByLabelText('Name')).toHaveFocus()
  for (let presses = 0; presses < 12; presses++) {
    await userEvent.keyboard('{Tab}')
    // a focus guard at the end of the modal moves the focus on asynchronously
    const isKept = () => {
      const element = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
      return element.hasAttribute('data-base-ui-focus-guard') || (isSeen && modal.element().contains(element))
    }
    await expect.poll(isKept, { message: `after ${presses + 1} presses` }).toBe(true)
  }
})
