import type { Locator } from '@playwright/test'
import { expect } from './test.ts'

/** What a person in Madrid reads when the mouse is over a date: 'viernes, 20 de noviembre de 2026, 18:05'. */
const full = new Intl.DateTimeFormat('es', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Madrid' })

/** That a date is shown in Spanish words, is this moment, and says it in full on hover (DECISIONS §3). */
export async function expectDate(time: Locator, moment: string) {
  await expect(time).toHaveAttribute('datetime', moment)
  await expect(time).toHaveAttribute('title', full.format(new Date(moment)))
  await expect(time).toHaveText(/^(hoy a las? \d{1,2}:\d\d|ayer|\d{1,2} de [a-zñ]+( de \d{4})?)$/)
}
