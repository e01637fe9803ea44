import type { Keys } from '../../storage/keys.ts'

/** Name of a snapshot: its moment in UTC, with a number if there was one of the same second. */
export const momentPattern = /^\d{8}T\d{6}Z(-\d)?$/

export const nameOfMoment = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
/** Milliseconds since 1970. */
export const momentOfName = (name: string) =>
  Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

/** A moment that is still to come, by more than the clocks of several machines differ. */
export const isDatedLater = (name: string) => momentOfName(name) > Date.now() + 60_000

/** Keys in a backup store: what is in them is in docs/backups.md. */
export const lockKey = 'lock'
export const identityKey = 'key.age'
/** The work of reading it with the passphrase: 2^18 steps of scrypt, about a second. Only tests lower it. */
export const keyCost = { logN: 18 }
export const manifestPart = 'manifest.json'
/** `part` is a file name, such as `posts.jsonl.gz`. */
export const partKey = (snapshot: string, part: string) => `snapshots/${snapshot}.${part}`
/** Bytes of files are kept once, under a name made from their content. */
export const blobKey = (name: string) => `blobs/${name.slice(0, 2)}/${name}`

const part = String.raw`snapshots/\d{8}T\d{6}Z(-\d)?\.[a-z_]+\.(jsonl\.gz|json)(\.age)?`
const blob = `blobs/[0-9a-f]{2}/[0-9a-f]{64}`
// what a storage left behind when it was killed has a random name after the key
const valid = new RegExp(`^(lock|key\\.age|${part}|${blob})(\\.[0-9a-f]{32})?$`)

/** False for objects of others. */
export const isBackupKey = (key: string) => valid.test(key)

function check(key: string) {
  if (!isBackupKey(key)) throw new Error(`not a key of a backup store: ${JSON.stringify(key)}`)
  return key
}

/** Paths are the keys. */
export const backupKeys: Keys = {
  check,
  pathOf: check,
  keyOf: (path) => (isBackupKey(path) ? path : undefined),
  isFolder: (path) => /^(snapshots|blobs|blobs\/[0-9a-f]{2})$/.test(path),
}

/** Snapshot and part of a key; undefined for other keys. */
export function partOfKey(key: string) {
  const [, snapshot, name] = /^snapshots\/(\w{16}(?:-\d)?)\.(.+)$/.exec(key) ?? []
  return snapshot && name ? { snapshot, part: name } : undefined
}
