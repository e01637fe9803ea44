/** Why the server doesn't start, in words for whoever runs it; shown without a stack. */
export class CannotStart extends Error {}
