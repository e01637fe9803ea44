/** A comment's fragment in its permalink, and the id of its element. */
export const anchorOf = (id: string) => `comment-${id}`
