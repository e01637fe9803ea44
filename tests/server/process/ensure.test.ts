// `scripts/ensure.mjs` with npm, in a project of two small packages: `runs`, and `checks` of development.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'ensure-'))
const { npm_execpath: _, ...environment } = process.env
const options = { cwd: folder, env: { ...environment, npm_config_offline: 'true' }, encoding: 'utf8' } as const
const has = (path: string) => existsSync(join(folder, 'node_modules', path))

function ensure(...args: string[]) {
  const { status, stderr } = spawnSync('node', ['scripts/ensure.mjs', ...args], options)
  expect(status, stderr).toBe(0)
  return stderr
}

beforeAll(() => {
  for (const name of ['runs', 'checks']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
    execFileSync('npm', ['pack', `./${name}`, '--silent'], options)
  }
  const dependencies = { runs: 'file:runs-1.0.0.tgz' }
  const devDependencies = { checks: 'file:checks-1.0.0.tgz' }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'p', version: '1.0.0', dependencies, devDependencies }),
  )
  execFileSync('npm', ['install', '--package-lock-only', '--silent'], options)
  for (const path of ['scripts/ensure.mjs', 'scripts/ensure']) cpSync(path, join(folder, path), { recursive: true })
})
beforeEach(() => rmSync(join(folder, 'node_modules'), { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

test('a start installs what runs; the packages of development come when they are needed, and stay', () => {
  ensure()
  expect([has('runs'), has('checks')]).toEqual([true, false])
  expect(ensure()).toBe('')
  ensure('development')
  expect([has('runs'), has('checks')]).toEqual([true, true])
  expect(ensure()).toBe('')
})

test('an interrupted installation is done again', () => {
  ensure()
  rmSync(join(folder, 'node_modules/.package-lock.json'))
  rmSync(join(folder, 'node_modules/runs/package.json'))
  ensure()
  expect(has('runs/package.json')).toBe(true)
})
