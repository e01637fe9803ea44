import type { Locator } from '@playwright/test'
import { expect } from './test.ts'

/** The tooltip of a date in Madrid: 'viernes, 20 de noviembre de 2026, 18:05'. */
const full = new Intl.DateTimeFormat('es', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Madrid' })

/** Expects a date in Spanish words, of this moment, with the full date as tooltip (DECISIONS §3). */
export async function expectDate(time: Locator, moment: string) {
  await expect(time).toHaveAttribute('datetime', moment)
  await expect(time).toHaveAttribute('title', full.format(new Date(moment)))
  await expect(time).toHaveText(/^(hoy a las? \d{1,2}:\d\d|ayer|\d{1,2} de [a-zñ]+( de \d{4})?)$/)
}
