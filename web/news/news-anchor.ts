export const anchorOf = (id: string) => `noticia-${id}`
