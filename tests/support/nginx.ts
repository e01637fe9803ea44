/** A real nginx for the tests: one that is installed, or on Debian the package's, unpacked. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDebian, isRoot, unpackPackage } from './debian.ts'

const unpacked = join(import.meta.dirname, '../../node_modules/.cache/nginx')

/** The path of an nginx. `NGINX` names another one, and is taken at its word. */
function findNginx() {
  if (process.env.NGINX) return process.env.NGINX
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  const candidates = [...folders.map((folder) => join(folder, 'nginx')), join(unpacked, 'usr/sbin/nginx')]
  return candidates.find((path) => existsSync(path) && spawnSync(path, ['-v']).status === 0)
}

/** As `findNginx`, after fetching one if need be. Stops with a sentence when that fails too. */
function ensureNginx() {
  const found = findNginx()
  if (found) return found
  if (isDebian()) unpackPackage('nginx', unpacked)
  const fetched = findNginx()
  if (fetched) return fetched
  throw new Error(
    'The tests of several processes need nginx, and it could not be fetched: install it by hand, or name one with NGINX=/path/to/nginx.',
  )
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** What stands around a site's lines: nothing but where things are. */
const around = (dir: string, site: string) => `
${isRoot ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${dir}/pid;
error_log stderr;
events {}
http {
access_log off;
${temporary.map((what) => `${what}_temp_path ${dir}/${what};`).join('\n')}
${site}
}
`

/** Starts it with the lines of a site, which listens on `port`; ready when the promise is. */
export async function startNginx(site: string, port: number) {
  const nginx = ensureNginx()
  const dir = mkdtempSync(join(tmpdir(), 'alejandria-nginx-'))
  writeFileSync(join(dir, 'nginx.conf'), around(dir, site))
  const child = spawn(nginx, ['-p', dir, '-c', join(dir, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  while (!(await answers(port))) {
    if (hasEnded()) throw new Error(`nginx ended: ${said}`)
    await pause(20)
  }
  return {
    /** What it complained of. */
    said: () => said,
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function answers(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
