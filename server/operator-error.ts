/** Failure that the operator can fix: shown without a stack. */
export class OperatorError extends Error {}

/** Another process is at the same work: nothing is wrong. */
export class InUse extends OperatorError {}
