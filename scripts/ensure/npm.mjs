import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const asPinnedNode = fileURLToPath(new URL('as-pinned-node.cjs', import.meta.url))

/**
 * Runs the npm that started this script, with its own Node: both survive `npm ci`, which deletes node_modules. Exits if
 * it fails.
 */
export async function npm(args, env = {}) {
  const { npm_node_execpath: node = process.execPath, npm_execpath: cli = '' } = process.env
  const [command, ...first] = basename(cli) === 'npm-cli.js' ? [node, '--require', asPinnedNode, cli] : ['npm']
  const child = spawn(command, [...first, ...args], { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } })
  const forward = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward)
  const [code] = await once(child, 'exit')
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward)
  if (code !== 0) process.exit(code ?? 1)
}
