import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const isRoot = process.getuid?.() === 0

export function isDebian() {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID="?debian/m.test(readFileSync(file, 'utf8'))
}

/** Runs a program; prints its output only if it fails. */
export function run(command: string, args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8' })
  if (status !== 0)
    console.error(`${command} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout ?? ''}${stderr ?? ''}`)
}

/** True if a program exists and starts: Ubuntu's chromium is a stub that requires a snap. */
export const runs = (path: string) =>
  existsSync(path) && /\d/.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')

/** Needs root. */
export function installPackages(...names: string[]) {
  console.log(`Installing ${names[0]} (apt-get install)…`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
}

/**
 * Unpacks a package into a folder without installing it: an installed server would start now and at every boot. Atomic,
 * and safe for several processes at once.
 */
export function unpackPackage(name: string, folder: string) {
  console.log(`Unpacking ${name} (apt-get download)…`)
  mkdirSync(dirname(folder), { recursive: true })
  const script = `
    [ -e "$1" ] && exit
    rm -rf "$1.part" && mkdir "$1.part" && cd "$1.part" || exit
    [ "$(id -u)" != 0 ] || apt-get update -qq
    apt-get download -qq "$0" && dpkg-deb -x *.deb files && mv files "$1"`
  run('flock', [`${folder}.lock`, 'sh', '-c', script, name, folder])
}
