import type { Page } from '../test.ts'

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
