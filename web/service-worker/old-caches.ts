/** Deletes the caches with this prefix, except the own one and the newest of the others. */
export async function deleteOldCaches(prefix: string, own: string) {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}
