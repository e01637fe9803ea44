/**
 * `node scripts/structure.ts`: sizes, folders, import cycles, borders and unused exports of the source; part of `npm
 * test`.
 */
import { checkBorders, checkCycles, checkFolders, checkSizes, checkUses, measureSizes } from './structure/checks.ts'
import { checkDocuments } from './structure/docs.ts'
import { checkFeatures } from './structure/features.ts'
import { listFiles, readModules } from './structure/module-graph.ts'
import { checkStyles } from './structure/styles.ts'

const paths = listFiles()
const modules = readModules(paths)
const { files, median, percentile95, max } = measureSizes(modules)
const problems = [
  ...checkSizes(modules),
  ...checkFolders(paths),
  ...checkCycles(modules),
  ...checkBorders(modules),
  ...checkFeatures(modules),
  ...checkUses(modules),
  ...checkStyles(paths),
  ...checkDocuments(),
]
console.log(
  `${files} modules outside of tests: median ${median} lines, 95th percentile ${percentile95}, longest ${max}`,
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
