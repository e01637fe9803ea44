/**
 * True for a key that an input method uses itself. Safari reports `isComposing` false for the Enter that ends a
 * composition, and 229 as its code.
 */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229
