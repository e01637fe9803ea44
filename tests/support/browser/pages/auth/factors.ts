import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TOTP } from 'otpauth'
import { expect, type Page } from '../../test.ts'
import type { TestServer } from '../../test-server.ts'

export const factorsSection = (page: Page) => page.getByRole('region', { name: 'Segundo paso al entrar' })

/** Adds an app in the section of the factors; returns its secret and the recovery codes, whose dialog is open. */
export async function addApp(page: Page) {
  await factorsSection(page).getByRole('button', { name: 'Añadir' }).click()
  const modal = page.getByRole('dialog', { name: 'Añadir una aplicación de autenticación' })
  await expect(modal.getByRole('img', { name: 'Código QR con el secreto' })).toBeVisible()
  const secret = (await modal.getByLabel('O escribe en ella este secreto').inputValue()).replaceAll(' ', '')
  await modal.getByLabel('Código que da la aplicación').fill(new TOTP({ secret }).generate())
  await modal.getByRole('button', { name: 'Añadir la aplicación' }).click()
  const codes = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  return { secret, codes: await codes.getByRole('listitem').allTextContents(), modal: codes }
}

/** As if an administrator had demanded a second factor of everybody from now on, or no longer. */
export function demandFactors({ dataDir }: TestServer, isDemanded: boolean) {
  const database = new DatabaseSync(join(dataDir, 'alejandria.db'), { timeout: 20_000 })
  database.exec('delete from factor_demands')
  if (isDemanded) database.exec(`insert into factor_demands values ('everybody', ${Date.now()})`)
  database.close()
}
