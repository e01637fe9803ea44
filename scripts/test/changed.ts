import { existsSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { listFiles, type Module, readModules } from '../structure/module-graph.ts'
import { withoutDatabase } from './databases.ts'
import type { Change } from './git.ts'

/** Test files by tool, with the reason for them in one line. */
export interface Choice {
  unit: string[]
  web: string[]
  server: string[]
  browser: string[]
  reason: string
}

/** Bounds of a run of two minutes, in test files. */
const maxTestsOfImporters = 15
const maxTestsWithHelper = 12

/** Tests of features that have no folder of the same name. */
const aliases: Record<string, string[]> = {
  accounts: ['auth', 'users'],
  admin: ['users'],
  bus: ['realtime'],
  content: ['files'],
  diagnostics: ['state'],
  epoch: ['backups'],
  health: ['http'],
  home: ['whats-new'],
  images: ['files'],
  'one-time-links': ['auth'],
  pages: ['shell', 'isolation'],
  permissions: ['auth'],
  search: ['find'],
  secrets: ['auth'],
  'service-worker': ['installed'],
  'text-effects': ['mentions', 'notices', 'posts', 'comments', 'chat', 'news'],
}

/** Reaches more than can be told by imports: all tests are due. */
const ofEverything = new RegExp(
  [
    '^server/(db|lib|http)/|^web/(api|lib|theme|ui)/|^(server|web)/[^/]+$', // used by every feature
    '^contract/(endpoint|errors|fields|index|limits|pages|permissions)\\.ts$',
    '^tests/fixtures/|^tools/|^scripts/(build|test)/|^scripts/[^/]+$',
    '^package(-lock)?\\.json$|^[^/]+\\.config\\.ts$|^tsconfig',
  ].join('|'),
)
/** Nothing but the static checks is about these. */
const withoutTests = /^(docs|lab|deploy|scripts|\.ci)\/|^[^/]*\.md$|^\.[^/]*$/
/** A few main paths, for a change that reaches everything. */
const core =
  /^tests\/(server\/(http\/access|http\/http|posts\/posts|comments\/comments|auth\/sessions)\.test|e2e\/journeys\/)/
const accessTable = 'tests/server/http/access.test.ts'

const isTest = (path: string) => /^tests\/.*\.(test|spec)\.tsx?$/.test(path)
const kindOf = (test: string): 'unit' | 'web' | 'server' | 'browser' => {
  if (test.startsWith('tests/e2e/')) return 'browser'
  if (test.endsWith('.tsx')) return 'web'
  return /^tests\/(contract|web)\//.test(test) || withoutDatabase.some((glob) => matchesGlob(test, glob))
    ? 'unit'
    : 'server'
}

/**
 * Tests that a change can have broken: those of components and functions by imports; those of the server and of browsers,
 * which reach nearly every module, by the folders of the changed modules and of their importers.
 */
export function chooseTests({ paths, since }: Change): Choice {
  const files = listFiles()
  const allTests = files.filter(isTest)
  const importers = findImporters(readModules(files))
  const testsOf = Map.groupBy(allTests, (test) => test.split('/')[2] ?? '')
  const chosen = new Set<string>()
  const wide: string[] = []
  const touched = new Set<string>()
  const ofImporters = new Set<string>()

  for (const path of paths.filter((path) => ofEverything.test(path) || !withoutTests.test(path))) {
    if (isTest(path)) {
      chosen.add(path)
      continue
    }
    const reached = [...reach(path, importers)].filter(isTest)
    const isHelper = path.startsWith('tests/')
    const direct = importers.get(path) ?? []
    const isContract = path.startsWith('contract/')
    const users = isHelper ? reached : direct.filter(isTest)
    const isWide = ofEverything.test(path) || (users.length > maxTestsWithHelper && !isContract)
    if (isWide) wide.push(path)
    if (users.length <= maxTestsWithHelper) for (const test of users) chosen.add(test)
    if (isHelper) continue
    for (const test of reached) if (['unit', 'web'].includes(kindOf(test))) chosen.add(test)
    for (const feature of featuresOf(path, testsOf)) touched.add(feature)
    if (isContract) chosen.add(accessTable)
    else if (!isWide)
      for (const file of direct.filter((file) => !file.startsWith('tests/')))
        for (const feature of featuresOf(file, testsOf)) ofImporters.add(feature)
  }

  const leftOut: string[] = []
  let count = 0
  const sizeOf = (feature: string) => testsOf.get(feature)?.length ?? 0
  const others = [...ofImporters].filter((feature) => !touched.has(feature))
  for (const feature of others.sort((a, b) => sizeOf(a) - sizeOf(b))) {
    count += sizeOf(feature)
    if (count <= maxTestsOfImporters) touched.add(feature)
    else leftOut.push(feature)
  }
  for (const test of allTests)
    if (touched.has(test.split('/')[2] ?? '') || (wide.length > 0 && core.test(test))) chosen.add(test)
  const existing = [...chosen].filter((test) => existsSync(test)).sort()
  const { unit = [], web = [], server = [], browser = [] } = Object.groupBy(existing, kindOf)
  return {
    unit,
    web,
    server,
    browser,
    reason: [
      `Changed (${since === 'uncommitted' ? since : `since ${since}`}): ${shorten(paths)}. Chosen: test files`,
      `by folder (${[...touched].sort().join(', ') || 'none'}), ${server.length} of the server, ${browser.length} of`,
      `browsers; by imports ${unit.length} of functions, ${web.length} of components.`,
      ...(leftOut.length > 0 ? [`Left out, though they import it: ${leftOut.join(', ')}.`] : []),
      ...(wide.length > 0 ? [`The whole of npm test is due, as this reaches everything: ${shorten(wide)}.`] : []),
    ].join(' '),
  }
}

const shorten = (paths: string[]) => (paths.length > 3 ? `${paths.slice(0, 3).join(', ')}, …` : paths.join(', '))

/** Names of the folders of tests: 'server/posts/rules.ts' and 'contract/posts.ts' are of 'posts'. */
function featuresOf(path: string, features: Map<string, unknown>): string[] {
  const name = /^(?:tests\/)?(?:server|web|contract|e2e)\/([\w-]+)/.exec(path)?.[1] ?? ''
  return [name, ...(aliases[name] ?? [])].filter((feature) => features.has(feature))
}

function findImporters(modules: Module[]) {
  const importers = new Map<string, string[]>()
  for (const { path, imports } of modules)
    for (const { target } of imports) importers.set(target, [...(importers.get(target) ?? []), path])
  return importers
}

/** All modules that import the file, at any distance. */
function reach(path: string, importers: Map<string, string[]>) {
  const found = new Set<string>()
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const importer of importers.get(next) ?? [])
      if (!found.has(importer)) {
        found.add(importer)
        waiting.push(importer)
      }
  return found
}
