/** The port for what is read from other sites. Nothing of this network is ever asked. */
export interface Outside {
  /** The title of the page at an http or https address; null when there is none to be had, for whatever reason. */
  readTitle(url: string): Promise<string | null>
}

export function openOutside(): Outside {
  return { readTitle: async () => null }
}
