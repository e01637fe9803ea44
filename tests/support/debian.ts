/** What the tests fetch by themselves on Debian. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const isRoot = process.getuid?.() === 0

export function isDebian() {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID="?debian/m.test(readFileSync(file, 'utf8'))
}

/** Runs a program, which says what it says only when it fails. */
export function run(command: string, args: string[], cwd?: string) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0)
    console.error(`${command} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout ?? ''}${stderr ?? ''}`)
}

/** Installs packages; for root. */
export function installPackages(...names: string[]) {
  console.log(`Installing ${names[0]} (apt-get install)…`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
}

/**
 * Puts a package's files into a folder and leaves the system alone: installed, a server's package would start it, and
 * at every boot again.
 */
export function unpackPackage(name: string, folder: string) {
  console.log(`Unpacking ${name} (apt-get download)…`)
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  if (isRoot) run('apt-get', ['update', '-qq'])
  run('apt-get', ['download', '-qq', name], work)
  run('sh', ['-c', 'dpkg-deb -x *.deb files'], work)
  // there whole or not at all; another run may have been quicker
  if (existsSync(join(work, 'files')) && !existsSync(folder)) renameSync(join(work, 'files'), folder)
  rmSync(work, { recursive: true, force: true })
}
