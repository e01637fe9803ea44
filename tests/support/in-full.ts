/**
 * The size of a test that is statistical, kills, attacks or floods: `full` in `npm run test:all`, `short` in `npm test`,
 * where it has to be enough still to fail.
 *
 *   for (const index of range(inFull(10_000, 500))) …
 */
export function inFull<T>(full: T, short: T): T {
  return process.env.TEST_FULL === '1' ? full : short
}
