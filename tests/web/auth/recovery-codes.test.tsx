// New recovery codes, which are shown once: a failed copy of them must not go unnoticed.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { factors } from '../../../contract/auth/factors.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { reply } from '../../support/web/dialogs.ts'
import { earlier, openPage } from '../../support/web/screen.tsx'
import { answer } from '../../support/web/server.ts'
import { accountAnswers, noFactors } from '../account/account-answers.ts'

const withApp = { ...noFactors, totp_since: earlier, recovery_codes_left: 3, has_factor: true }
const codes = ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2']
const renewText = 'Los que tenías dejarán de valer, y tus otras sesiones se cerrarán.'
const failure = 'No se han podido copiar. Están seleccionados: cópialos con el teclado o el menú.'

test('recovery codes that can’t be copied are selected for the keyboard, and that is said until they are copied', async () => {
  await openPage('/account', {
    screen: 'narrow',
    answers: [
      answer(factors.read, withApp),
      answer(factors.renewCodes, { recovery_codes: codes }),
      ...accountAnswers(),
    ],
  })
  const section = page.getByRole('region', { name: 'Segundo paso al entrar' })
  await section.getByRole('button', { name: 'Crear otros' }).click()
  await reply(renewText, 'Crear diez códigos')
  const modal = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  const list = modal.getByRole('list', { name: 'Códigos de recuperación' })
  const alert = modal.getByRole('alert')
  await expect.element(list).toHaveFocus()
  expect(alert.elements()).toEqual([])

  const copy = modal.getByRole('button', { name: 'Copiar' })
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await copy.click()
  await expect.element(alert).toMatchTextContent(failure)
  for (const code of codes) expect(getSelection()?.toString()).toContain(code)
  await expect.element(copy).toBeVisible()
  await expectAccessible('recovery codes that were not copied')

  writeText.mockResolvedValueOnce(undefined)
  await copy.click()
  await expect.element(modal.getByRole('button', { name: 'Copiado' })).toBeVisible()
  expect(writeText).toHaveBeenLastCalledWith(codes.join('\n'))
  expect(alert.elements()).toEqual([])
  await modal.getByRole('button', { name: 'Los he guardado' }).click()
  await expect.element(modal).not.toBeInTheDocument()
})
