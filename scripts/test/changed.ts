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

/** Features that more than these folders import are parts of everything. */
const maxImportingFeatures = 3
const maxImportingTests = 12

/** Tests of features that have no folder of the same name. */
const aliases: Record<string, string[]> = {
  admin: ['users'],
  content: ['files'],
  health: ['http'],
  home: ['whats-new'],
  images: ['files'],
  pages: ['shell', 'isolation'],
  permissions: ['auth'],
  search: ['find'],
  secrets: ['auth'],
  'service-worker': ['installed'],
}

/** Reaches more than can be told by imports: all tests are due. */
const ofEverything =
  /^(server\/(db|lib|http)\/|tools\/|scripts\/(build|test)\/|package(-lock)?\.json$|[^/]*\.config\.ts$|tsconfig)/
/** Nothing but the static checks is about these. */
const withoutTests = /^(docs|bench|deploy|scripts|\.ci)\/|^[^/]*\.md$|^\.[^/]*$/
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
  const features = new Set(allTests.map((test) => test.split('/')[2] ?? ''))
  const chosen = new Set<string>()
  const wide: string[] = []
  const touched = new Set<string>()

  for (const path of paths.filter((path) => !withoutTests.test(path) || ofEverything.test(path))) {
    const direct = importers.get(path) ?? []
    if (isTest(path)) chosen.add(path)
    for (const test of [...direct, ...reach(path, importers)].filter(isTest))
      if (direct.includes(test) || ['unit', 'web'].includes(kindOf(test))) chosen.add(test)
    if (path.startsWith('tests/support/')) {
      const tests = [...reach(path, importers)].filter(isTest)
      if (tests.length > maxImportingTests) wide.push(path)
      else for (const test of tests) chosen.add(test)
      continue
    }
    const own = featuresOf(path, features)
    const others = new Set(direct.filter((file) => !isTest(file)).flatMap((file) => featuresOf(file, features)))
    for (const feature of own) others.delete(feature)
    for (const feature of own) touched.add(feature)
    if (path.startsWith('contract/')) {
      chosen.add(accessTable)
      if (own.length === 0) wide.push(path)
    } else if (ofEverything.test(path) || others.size > maxImportingFeatures) wide.push(path)
    else for (const feature of others) touched.add(feature)
  }
  for (const test of allTests) {
    const isOfTouched = touched.has(test.split('/')[2] ?? '')
    if (isOfTouched || (wide.length > 0 && core.test(test))) chosen.add(test)
  }
  const byKind = Object.groupBy([...chosen].filter((test) => existsSync(test)).sort(), kindOf)
  const { unit = [], web = [], server = [], browser = [] } = byKind
  const counts = [`${server.length} test files of the server`, `${browser.length} of browsers`]
  return {
    ...{ unit, web, server, browser },
    reason: [
      `${paths.length} files changed (${since === 'uncommitted' ? since : `since ${since}`}):`,
      `${counts.join(', ')} (${[...touched].sort().join(', ') || 'no folder'}),`,
      `${unit.length} of functions, ${web.length} of components (by their imports).`,
      ...(wide.length > 0 ? [`The whole of npm test is due: ${shorten(wide)} reaches everything.`] : []),
    ].join(' '),
  }
}

const shorten = (paths: string[]) => (paths.length > 3 ? `${paths.slice(0, 3).join(', ')}, …` : paths.join(', '))

/** Names of the folders of tests: 'server/posts/rules.ts' and 'contract/posts.ts' are of 'posts'. */
function featuresOf(path: string, features: Set<string>): string[] {
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
