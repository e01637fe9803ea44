/** Response body with its version, the ETag. */
export class Versioned<T> {
  readonly body: T
  readonly version: number

  constructor(body: T, version: number) {
    this.body = body
    this.version = version
  }
}

export const etagOf = (version: number) => `"${version}"`

/**
 * True if `If-Match` is absent, `*`, or names this version. Compressing proxies make the tag weak (`W/"3"`), which is
 * accepted too.
 */
export const matchesVersion = (ifMatch: string | undefined, version: number) =>
  ifMatch === undefined ||
  ifMatch.split(',').some((tag) => ['*', etagOf(version)].includes(tag.trim().replace(/^W\//, '')))
