// pdf.js, with everything it needs served from here. Its scripting of documents stays off: nothing here starts it.
import {
  GlobalWorkerOptions,
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Decoders, fonts and character maps; vite.config.ts puts them there. */
const parts = `/assets/pdfjs-${version}`

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string
  }
}

/** Our policy refuses addresses of scripts that are mere texts; this one is the build's own. */
function startWorker() {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerAddress })
  return new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
}

interface Asked {
  /** The document wants a password; `isWrong` when the one that was given didn't open it. */
  onPassword: (answer: (password: string) => void, isWrong: boolean) => void
}

/** Opens a document by its address, of which only what is looked at is fetched. */
export function openPdf(address: string, { onPassword }: Asked) {
  GlobalWorkerOptions.workerPort ??= startWorker()
  const task = getDocument({
    url: address,
    disableAutoFetch: true,
    disableStream: true,
    // the worker has a policy of its own, under which it may not fetch
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
    close: () => void task.destroy().catch(() => {}),
  }
}
