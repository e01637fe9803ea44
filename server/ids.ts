import { v7 } from 'uuid'

/** A UUIDv7 as 32 lower-case hexadecimal digits; within one process each sorts after the one before. */
export const newId = () => v7().replaceAll('-', '')
