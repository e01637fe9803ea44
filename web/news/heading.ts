/** Where the focus goes when what had it is gone. */
export const toHeading = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
