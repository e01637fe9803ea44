/** All that was loaded, in order: what was sent or changed while it was read may stand on two pages. */
export const itemsOnce = <T extends { id: string }>(pages: { items: T[] }[]) => [
  ...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values(),
]
