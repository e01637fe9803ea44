/**
 * `npm run dev`: one address for everything. Vite serves the web with hot reload and forwards /api and /socket.io to
 * the server, which has a port of its own and restarts when its files change.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type Plugin } from 'vite'
import { freePort } from '../tools/free-port.ts'

/** For a request while the server starts. */
const startTimeoutMs = 10_000

if (existsSync('.env')) process.loadEnvFile('.env')
const port = Number(process.env.PORT || 3000)
const serverPort = await freePort()
const target = `http://127.0.0.1:${serverPort}`

const web = await createServer({
  clearScreen: false,
  logLevel: 'warn',
  plugins: [waitForServer()],
  server: {
    host: process.env.HOST || '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '/api': { target }, '/socket.io': { target, ws: true } },
  },
})
await web.listen().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  env: {
    ...process.env,
    PORT: `${serverPort}`,
    HOST: '127.0.0.1',
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true, // Ctrl-C reaches this process only, which forwards it once
})
server.on('exit', (code) => process.exit(code ?? 0))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    server.kill('SIGTERM')
    void web.close()
  })

/** Delays requests while the server restarts, so that a reload right after a save succeeds. */
function waitForServer(): Plugin {
  return {
    name: 'wait-for-server',
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, _response, next) => {
        if (/^\/(api|socket\.io)\b/.test(url))
          for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline && !(await isListening()); )
            await sleep(100)
        next()
      })
    },
  }
}

async function isListening() {
  const socket = connect(serverPort, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
