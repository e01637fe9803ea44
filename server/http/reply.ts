const etagOf = (version: number) => `"${version}"`

/** Response body with headers of its own. */
export class Answer<T> {
  readonly body: T
  readonly headers: Record<string, string>

  constructor(body: T, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

/** With its version, the ETag. */
export class Versioned<T> extends Answer<T> {
  constructor(body: T, version: number) {
    super(body, { etag: etagOf(version) })
  }
}

/**
 * True if `If-Match` is absent, `*`, or names this version. Compressing proxies make the tag weak (`W/"3"`), which is
 * accepted too.
 */
export const matchesVersion = (ifMatch: string | undefined, version: number) =>
  ifMatch === undefined ||
  ifMatch.split(',').some((tag) => ['*', etagOf(version)].includes(tag.trim().replace(/^W\//, '')))
