/** An answer with the version of what it holds, which becomes its ETag. */
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
 * Whether an `If-Match` header still holds: absent, `*`, or naming this version. A proxy that compresses makes the tag
 * a weak one (`W/"3"`); it names the version all the same.
 */
export const matches = (ifMatch: string | undefined, version: number) =>
  ifMatch === undefined ||
  ifMatch.split(',').some((tag) => ['*', etagOf(version)].includes(tag.trim().replace(/^W\//, '')))
