/** A real nginx for the tests: an installed one, or on Debian the unpacked package. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDebian, isRoot, unpackPackage } from '../../../../tools/debian.ts'

const unpacked = join(import.meta.dirname, '../../../../node_modules/.cache/nginx')

/** The path of an nginx; `NGINX` overrides the search, unchecked. */
function findNginx() {
  if (process.env.NGINX) return process.env.NGINX
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  const candidates = [...folders.map((folder) => join(folder, 'nginx')), join(unpacked, 'usr/sbin/nginx')]
  return candidates.find((path) => existsSync(path) && spawnSync(path, ['-v']).status === 0)
}

/** As `findNginx`, after downloading nginx if necessary. Stops with a message if that fails. */
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

const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** A configuration around the lines of a site: paths only. */
const configuration = (dir: string, site: string) => `
${isRoot ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${dir}/pid;
error_log stderr;
events {}
http {
access_log off;
${temporaryFolders.map((what) => `${what}_temp_path ${dir}/${what};`).join('\n')}
${site}
}
`

/** Starts nginx with the lines of a site, which listens on `port`; resolves when it is ready, to a function that stops it. */
export async function startNginx(site: string, port: number) {
  const nginx = ensureNginx()
  const dir = mkdtempSync(join(tmpdir(), 'alejandria-nginx-'))
  writeFileSync(join(dir, 'nginx.conf'), configuration(dir, site))
  const child = spawn(nginx, ['-p', dir, '-c', join(dir, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  while (!(await answers(port))) {
    if (hasEnded()) throw new Error(`nginx ended: ${stderr}`)
    await pause(20)
  }
  return async () => {
    if (!hasEnded()) child.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true, force: true })
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
