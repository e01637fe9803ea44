import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { pdfjsParts } from './scripts/build/pdfjs-parts.ts'
import { subsetFonts } from './scripts/build/subset-fonts.ts'
import { answersWorker } from './scripts/test/answers-worker.ts'
import { postgresFiles, serverTests, withoutDatabase } from './scripts/test/databases.ts'
import { textPdf } from './tests/fixtures/pdf.ts'
import { inFull } from './tests/support/in-full.ts'
import { realDocuments } from './tests/support/real-documents.ts'
import { chromiumArgs, findChromium } from './tools/chromium.ts'

const executablePath = findChromium()

/** A busy machine may take long; a fulfilled condition ends the wait. */
const poll = { timeout: 20_000 }

/** Through HTTP. Each file founds its own community; loading the server once for all halves the time. */
const server = {
  setupFiles: 'tests/support/server/setup.ts',
  globalSetup: 'tests/support/server/global-setup.ts',
  isolate: false,
  testTimeout: 180_000,
  expect: { poll },
  hookTimeout: 180_000,
}

/**
 * Starts the longest files of each project first, so that none of them is left running alone at the end. PostgreSQL has
 * the fewer files and comes first; its project isn't mixed with the other one, as a worker runs files of one project only.
 */
class LongestFirst extends BaseSequencer {
  static readonly #longest = [
    'files/upload-crashes',
    'chat/model',
    'process/programs-and-database',
    'process/process',
    'http/access',
    'process/stopping',
    'mail/processes',
    'realtime/attacks',
    'process/restarts',
    'process/syscalls',
    'mail/smtp-message',
  ]

  override async sort(files: TestSpecification[]) {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LongestFirst.#longest.findIndex((name) => moduleId.endsWith(`tests/server/${name}.test.ts`))
      return rank === -1 ? LongestFirst.#longest.length : rank
    }
    const projectRankOf = ({ project }: TestSpecification) => (project.name === 'postgres' ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => projectRankOf(a) - projectRankOf(b) || rankOf(a) - rankOf(b))
  }
}

/**
 * An answer that refuses a document may come before the worker of pdf.js asks for its headers: the browser then reports a
 * rejection that nobody has heard of yet. The document's own promise tells the same failure.
 */
const isRefusedEarly = ({ name, message }: { name?: string; message: string }) =>
  name === 'ResponseException' && message.includes('while retrieving PDF')

export default defineConfig({
  test: {
    allowOnly: false,
    onUnhandledError: (error) => !isRefusedEarly(error),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { ...server, name: 'server', include: [serverTests], exclude: withoutDatabase },
      },
      {
        test: {
          ...server,
          name: 'postgres',
          include: postgresFiles(),
          // its tests are of SQLite alone
          exclude: [...withoutDatabase, 'tests/server/{process/syscalls,db/indexes}.test.ts'],
        },
      },
      {
        // Functions and classes, without a database and a browser
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/{contract,web}/**/*.test.ts', ...withoutDatabase],
          testTimeout: 60_000,
          expect: { poll },
        },
      },
      {
        // Components in a real browser
        plugins: [react(), subsetFonts(), pdfjsParts(), answersWorker()],
        css: { postcss: 'web' },
        define: { 'process.env.TEST_FULL': JSON.stringify(process.env.TEST_FULL ?? '') },
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.tsx'],
          testTimeout: 60_000,
          expect: { poll },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
              contextOptions: { locale: 'es-ES' },
            }),
            instances: [{ browser: 'chromium' }],
            commands: {
              realDocuments: () => realDocuments().filter((_, index) => index % inFull(1, 8) === 0),
              textPdf: (_context, texts: string[]) => `${textPdf(texts)}`,
            },
          },
        },
      },
    ],
  },
})
