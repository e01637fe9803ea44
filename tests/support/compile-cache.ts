import { join } from 'node:path'

/** Setting with which the many servers of the tests read compiled code from a cache: two thirds of the time of a start. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled') }
