import type { Module } from './module-graph.ts'

/** Groups of modules in an import cycle, type imports included (Tarjan's strongly connected components). */
export function findCycles(modules: Module[]): string[][] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(path: string): number {
    const own = index.size
    index.set(path, own)
    low.set(path, own)
    stack.push(path)
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(target)) continue
      const reached = index.has(target) ? (stack.includes(target) ? index.get(target) : undefined) : visit(target)
      low.set(path, Math.min(low.get(path) ?? own, reached ?? own))
    }
    const lowest = low.get(path) ?? own
    if (lowest === own) {
      const group = stack.splice(stack.indexOf(path))
      if (group.length > 1) cycles.push(group)
    }
    return lowest
  }

  for (const { path } of modules) if (!index.has(path)) visit(path)
  return cycles
}
