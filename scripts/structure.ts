/**
 * `node scripts/structure.ts`: sizes, folders, import cycles, borders, order of rooms and unused exports of the source, first
 * words of comments, and paths, links and tables of the documents; part of `npm test`. With `--write` it makes the table of
 * settings first.
 */
import { checkBorders, checkCycles, checkFolders, checkSizes, checkUses, measureSizes } from './structure/checks.ts'
import { checkComments } from './structure/comments.ts'
import { checkDocuments } from './structure/docs.ts'
import { checkFeatures } from './structure/features.ts'
import { listFiles, readModules } from './structure/module-graph.ts'
import { checkRooms } from './structure/rooms.ts'
import { checkSettings, writeSettings } from './structure/settings.ts'
import { checkClasses, checkStyles } from './structure/styles.ts'

if (process.argv.includes('--write')) writeSettings()
const paths = listFiles()
const modules = readModules(paths)
const { files, median, percentile95, max } = measureSizes(modules)
const problems = [
  ...checkSizes(modules),
  ...checkFolders(paths),
  ...checkCycles(modules),
  ...checkBorders(modules),
  ...checkFeatures(modules),
  ...checkRooms(modules),
  ...checkUses(modules),
  ...checkStyles(paths),
  ...checkClasses(paths),
  ...checkComments(paths),
  ...checkDocuments(),
  ...checkSettings(),
]
console.log(
  `${files} modules outside of tests: median ${median} lines, 95th percentile ${percentile95}, longest ${max}`,
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
