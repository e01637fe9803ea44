// pdf.js, with all of its resources served by this site. Scripts in documents are never run.
import {
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { trustedScript } from '../../ui/trusted-script.ts'

export { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Decoders, fonts and character maps, copied there by vite.config.ts. */
const parts = `/assets/pdfjs-${version}`

const trustedWorker = trustedScript('pdf-worker', workerAddress)

/** Height by width of a page. */
export async function ratioOf(pdf: PDFDocumentProxy, number: number) {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
  return height / width
}

/** Called if the document needs a password; `isWrong` after a wrong one. */
type OnPassword = (answer: (password: string) => void, isWrong: boolean) => void

/**
 * Opens a document; only the parts that are shown are fetched. Each has a worker of its own: pdf.js refuses to open one
 * in a worker that still closes another.
 */
export function openPdf(address: string, onPassword: OnPassword) {
  const port = new Worker(trustedWorker, { type: 'module' })
  const worker = PDFWorker.create({ port })
  const task = getDocument({
    url: address,
    worker,
    disableAutoFetch: true,
    disableStream: true,
    // the worker's own content security policy forbids fetching
    useWorkerFetch: false,
    wasmUrl: `${parts}/wasm/`,
    cMapUrl: `${parts}/cmaps/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    iccUrl: `${parts}/iccs/`,
  })
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    onPassword(answer, reason === PasswordResponses.INCORRECT_PASSWORD)
  return {
    document: task.promise as Promise<PDFDocumentProxy>,
    async close() {
      await task.destroy().catch(() => {})
      worker.destroy()
      port.terminate()
    },
  }
}
