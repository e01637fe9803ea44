// 'Llévate lo tuyo' on the account page: what is asked for, and what is said of it.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountExport, users } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { hipatia, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { accountAnswers, nothingMade } from './account-answers.ts'

const section = page.getByRole('region', { name: 'Llévate lo tuyo' })
const opener = section.getByRole('button', { name: 'Llevarme lo mío' })
const modal = page.getByRole('dialog', { name: 'Llevarme lo mío' })
const send = modal.getByRole('button', { name: 'Descargar' })
const withFiles = modal.getByRole('checkbox', { name: 'Con mis archivos' })
const url = '/api/account/export/abc'

test('an index leads to each part of the page; who has made nothing is told so, and without counts there is a ZIP', async () => {
  await openPage('/account', { answers: accountAnswers(), screen: 'narrow' })
  const index = page.getByRole('navigation', { name: 'En esta página' })
  for (const name of ['Llaves de acceso', 'Segundo paso al entrar', 'Dónde has iniciado sesión', 'Notificaciones'])
    await expect.element(page.getByRole('main').getByRole('heading', { name })).toBeInTheDocument()
  const links = index.getByRole('link').elements() as HTMLAnchorElement[]
  expect(links).toHaveLength(6)
  for (const link of links) {
    link.click()
    await expect.poll(() => document.activeElement?.tagName).toBe('H2')
    await expect.element(page.getByRole('heading', { level: 2, name: link.textContent })).toHaveFocus()
  }
  await expectAccessible('the account with its index')
  await expect.element(section).toMatchTextContent('Todavía no has escrito ni subido nada')
  await openPage('/account', { as: hipatia, answers: [refuse(users.contents, 500), ...accountAnswers()] })
  await opener.click()
  await expect.element(send).toBeEnabled()
  expect(page.getByText('Ahora mismo tienes').elements()).toEqual([])
})

test('with or without her files Safo gets a download; what the server refuses is said in the dialog', async () => {
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(new URL(this.href).pathname)
  })
  const contents = answer(users.contents, { ...nothingMade, files: 1, bytes: 10 })
  const answers = [contents, answer(accountExport.create, { url }), ...accountAnswers()]
  await openPage('/account', { answers, screen: 'narrow' })
  for (const isIncluded of [true, false]) {
    await opener.click()
    await expect.element(withFiles).toHaveAccessibleDescription(/^1\sarchivo \(10 Bytes\)\. Si la conexión se corta/)
    if (!isIncluded) await withFiles.click()
    await send.click()
    await expect.element(modal).not.toBeInTheDocument()
  }
  await expect.poll(() => sentTo(accountExport.create)).toEqual([{ with_files: true }, { with_files: false }])
  expect(downloads).toEqual([url, url])
  await opener.click()
  const said = 'Ya te lo has llevado tres veces en las últimas 24 horas.'
  nowAnswer(refuse(accountExport.create, 429, said))
  await send.click()
  await expect.element(modal.getByRole('alert')).toMatchTextContent(said)
  await expectAccessible('the refused dialog')
})
