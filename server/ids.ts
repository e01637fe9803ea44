import { v7 } from 'uuid'

/**
 * UUIDv7 as 32 lower-case hexadecimal digits, in ascending order within a process: ids are sort keys here, and Node's
 * own `randomUUIDv7` doesn't promise that order.
 */
export const newId = () => v7().replaceAll('-', '')
