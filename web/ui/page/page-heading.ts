export const pageHeading = () => document.querySelector<HTMLElement>('main h1')

export const focusPageHeading = () => pageHeading()?.focus({ preventScroll: true })
