import { headerOf, type Page } from '../test.ts'

export const mainNavigation = (page: Page) => headerOf(page).getByRole('navigation', { name: 'Principal' })

/** The link to an area, whatever its badge counts. */
export const navigationLink = (page: Page, area: string) =>
  mainNavigation(page).getByRole('link', { name: new RegExp(`^${area}\\b`) })

/** The categories beside the blog and the archive. */
export const categorySidebar = (page: Page) => page.getByRole('complementary', { name: 'Categorías' })

export const signInButton = (page: Page) => headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })
export const signOutButton = (page: Page) => headerOf(page).getByRole('button', { name: 'Cerrar Sesión' })
