/** Failure that the operator can fix: shown without a stack. */
export class OperatorError extends Error {}
