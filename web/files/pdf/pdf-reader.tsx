import { type FormEvent, useEffect, useState } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField } from '../../ui/controls/text-field.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useRefetchFile } from '../api.ts'
import { texts } from '../texts.ts'
import css from '../view-file-page.module.css'
import type { PDFDocumentProxy } from './pdf.ts'

const loading = (
  <div className={css.aside}>
    <Skeleton label={texts.loadingDocument} shape="lines" count={10} />
  </div>
)
const PdfPages = lazyPart(() => import('./pdf-pages.tsx'), undefined, loading)

type Reading =
  | { phase: 'loading' }
  | { phase: 'open'; document: PDFDocumentProxy }
  | { phase: 'locked'; answer: (password: string) => void; isWrong: boolean }
  | { phase: 'failed'; isBroken: boolean }

export function PdfReader({ file }: { file: ArchiveFile }) {
  const [address, setAddress] = useState(file.cloudinary_url ?? '')
  const [attempt, setAttempt] = useState(0)
  const [isRetrying, setRetrying] = useState(false)
  const reading = usePdf(address, attempt)
  const refetchFile = useRefetchFile()

  async function retry() {
    setRetrying(true)
    // the signed URL may have expired; without a new one the old one is retried
    const refetched = await refetchFile(file.id).catch(() => undefined)
    setAddress(refetched?.cloudinary_url ?? address)
    setAttempt(attempt + 1)
    setRetrying(false)
  }

  if (reading.phase === 'loading') return loading
  if (reading.phase === 'failed')
    return (
      <div className={css.aside}>
        <ErrorNote onRetry={() => void retry()} retryLabel={texts.retry} busy={isRetrying}>
          {reading.isBroken ? texts.brokenDocument : texts.documentFailed}
        </ErrorNote>
      </div>
    )
  if (reading.phase === 'locked') return <Lock answer={reading.answer} isWrong={reading.isWrong} />
  return <PdfPages document={reading.document} />
}

function usePdf(address: string, attempt: number): Reading {
  const [reading, setReading] = useState<Reading>({ phase: 'loading' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same address again
  useEffect(() => {
    let isStopped = false
    let close = () => {}
    const setState = (next: Reading) => {
      if (!isStopped) setReading(next)
    }
    async function open() {
      setState({ phase: 'loading' })
      try {
        const { openPdf } = await import('./pdf.ts')
        if (isStopped) return
        const task = openPdf(address, (answer, isWrong) => setState({ phase: 'locked', answer, isWrong }))
        close = () => void task.close()
        setState({ phase: 'open', document: await task.document })
      } catch (error) {
        console.warn('pdf', error)
        setState({ phase: 'failed', isBroken: error instanceof Error && error.name === 'InvalidPDFException' })
      }
    }
    void open()
    return () => {
      isStopped = true
      close()
    }
  }, [address, attempt])

  return reading
}

function Lock({ answer, isWrong }: { answer: (password: string) => void; isWrong: boolean }) {
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password) answer(password)
  }

  return (
    <form className={css.aside} onSubmit={submit}>
      <p className={css.locked}>{texts.passwordNeeded}</p>
      <PasswordField
        label={texts.password}
        value={password}
        error={isWrong && texts.passwordWrong}
        autoComplete="off"
        required
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary">
        {texts.openDocument}
      </Button>
    </form>
  )
}
