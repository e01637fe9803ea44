import type { Module } from './module-graph.ts'

/**
 * Rooms of server/ from the bottom to the top: a file imports from its own room and from those before it, types too. A part
 * of a room with another place is named by itself.
 */
const rooms = [
  // tools without a feature
  ['lib', 'ids.ts', 'version.ts', 'operator-error.ts', 'env-file.ts', 'secret-files.ts', 'backup-settings.ts'],
  // the database, the settings and the port of the storage
  ['db', 'plaintext.ts', 'setting-values.ts', 'config.ts', 'storage/storage.ts'],
  // parts that know no person, and the services that hand them to everybody
  ['http/fail.ts', 'storage', 'operator-message.ts', 'bus', 'clock', 'epoch', 'secrets', 'push/crypto.ts'],
  ['diagnostics', 'images', 'outbound', 'markdown', 'search', 'file-texts', 'mail/transports'],
  ['backups/nightly/backups.ts', 'services.ts'],
  // people: requests, accounts, their messages to them, signing in
  ['http', 'files/queries.ts', 'posts/queries.ts', 'accounts', 'audit', 'preferences', 'one-time-links', 'push'],
  ['mail', 'auth', 'realtime', 'notices', 'push/worker'],
  // what people write, and what is done with it
  ['text-effects', 'categories', 'files', 'posts', 'comments', 'news', 'chat', 'links', 'reactions', 'whats-new'],
  ['users', 'presence', 'broadcasts', 'find'],
  // the operator's side
  ['health', 'backups', 'imports', 'state', 'first-steps', 'site', 'retention'],
  // the server, put together
  ['jobs.ts', 'app.ts', 'start-server.ts', 'main.ts', 'admin.ts'],
].flat()

const remedy = 'move the needed part below both, or hand it over from above'

/** Place of a file's room in the list; undefined without one. */
function levelOf(path: string) {
  const file = path.slice('server/'.length)
  const names = rooms.filter((room) => file === room || file.startsWith(`${room}/`))
  const [name] = names.sort((a, b) => b.length - a.length)
  return name === undefined ? undefined : rooms.indexOf(name)
}

/** Imports of rooms above, files without a room, and rooms without a file. */
export function checkRooms(modules: Module[]): string[] {
  const server = modules.filter(({ path }) => path.startsWith('server/'))
  const problems: string[] = []
  const used = new Set<number>()
  for (const { path, imports } of server) {
    const level = levelOf(path)
    if (level === undefined) {
      problems.push(`${path}: give its room a place among those of scripts/structure/rooms.ts`)
      continue
    }
    used.add(level)
    for (const { target } of imports)
      if (target.startsWith('server/') && (levelOf(target) ?? 0) > level)
        problems.push(`${path} imports ${target}, of a room above (scripts/structure/rooms.ts): ${remedy}`)
  }
  for (const [level, room] of rooms.entries())
    if (!used.has(level)) problems.push(`scripts/structure/rooms.ts: nothing is in server/${room}`)
  return problems
}
