/**
 * Lighthouse's performance score of the home page for a visitor, on its slow phone and on its desktop, with an empty
 * cache: `node lab/lighthouse.ts [runs] [path]` (in `npm run` or with node_modules/.bin on the PATH, after a build).
 * Prints the medians of the runs, the bytes by kind and the score as a ratio to other products' home pages.
 */
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright'
import { chromiumArgs, ensureChromium } from '../tools/chromium.ts'
import { freePort } from '../tools/free-port.ts'
import { startBuiltServer } from './built-server.ts'

/** Scores of the home pages of fresh installations, mobile, measured once with the same version. */
const others = { Ghost: 99, WordPress: 100 }

const measures = {
  'first paint, ms': 'first-contentful-paint',
  'largest paint, ms': 'largest-contentful-paint',
  'blocked, ms': 'total-blocking-time',
  'layout shift': 'cumulative-layout-shift',
  'speed index, ms': 'speed-index',
}

const runs = Number(process.argv[2] ?? 5)
const path = process.argv[3] ?? '/home'

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

interface NetworkRequests {
  items: { resourceType: string; transferSize: number }[]
}

/** Transferred bytes and number of files of each kind. */
function bytesByKind({ items }: NetworkRequests) {
  const kinds = new Map<string, { files: number; bytes: number }>()
  for (const { resourceType, transferSize } of items) {
    const kind = kinds.get(resourceType) ?? { files: 0, bytes: 0 }
    kinds.set(resourceType, { files: kind.files + 1, bytes: kind.bytes + transferSize })
  }
  return kinds
}

async function measure(url: string, port: number, config: typeof desktopConfig | undefined) {
  const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' }, config)
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
  const { audits, categories } = result.lhr
  return {
    score: Math.round((categories.performance?.score ?? Number.NaN) * 100),
    values: Object.values(measures).map((id) => audits[id]?.numericValue ?? Number.NaN),
    bytes: bytesByKind(audits['network-requests']?.details as unknown as NetworkRequests),
  }
}

const server = await startBuiltServer()
const port = await freePort()
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [...chromiumArgs, `--remote-debugging-port=${port}`],
})
try {
  for (const [device, config] of [
    ['mobile', undefined],
    ['desktop', desktopConfig],
  ] as const) {
    const results = []
    for (let run = 0; run < runs; run++) results.push(await measure(`${server.url}${path}`, port, config))
    const score = median(results.map(({ score }) => score))
    console.log(`${path}, ${device}, medians of ${runs}: ${score} (${results.map(({ score }) => score).join(', ')})`)
    for (const [index, name] of Object.keys(measures).entries()) {
      const value = median(results.map(({ values }) => values[index] ?? Number.NaN))
      console.log(`${name.padStart(20)}  ${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 0 })}`)
    }
    let total = 0
    for (const [kind, { files, bytes }] of results[0]?.bytes ?? []) {
      total += bytes
      console.log(`${kind.padStart(20)}  ${bytes.toLocaleString('en')} bytes in ${files}`)
    }
    console.log(`${'all'.padStart(20)}  ${total.toLocaleString('en')} bytes`)
    if (device === 'mobile')
      for (const [name, other] of Object.entries(others))
        console.log(`${`ratio to ${name}`.padStart(20)}  ${(score / other).toFixed(2)} (${other})`)
  }
} finally {
  await browser.close()
  await server.stop()
}
