/** The id of a link's element, and its fragment in the address. */
export const anchorOf = (id: string) => `noticia-${id}`

/** The link that a fragment names. */
export const soughtIn = (hash: string) => /^#noticia-([0-9a-f]{32})$/.exec(hash)?.[1]
