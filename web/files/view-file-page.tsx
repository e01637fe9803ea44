import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { kindOf } from '../../contract/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { pages } from '../../contract/pages.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { UsedIn } from '../links/used-in.tsx'
import { AnchorButton, LinkButton } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useFile } from './api.ts'
import { downloadAddress } from './paths.ts'
import { PdfReader } from './pdf-reader.tsx'
import { texts } from './texts.ts'
import css from './view-file-page.module.css'

/** A PDF in a tab of its own (DECISIONS §4). */
export default function ViewFilePage() {
  const { id = '' } = useParams()
  const file = useFile(id)
  // asked for anew when the window gets the focus: the document that is open stays the one it was
  const [first, setFirst] = useState<ArchiveFile>()
  if (file.data && first?.id !== file.data.id) setFirst(file.data)
  useDocumentTitle(file.data?.original_name)

  if (first) return <Opened file={first} />
  if (file.isPending)
    return (
      <Frame>
        <Skeleton label={texts.loadingDocument} shape="lines" count={8} />
      </Frame>
    )
  return (
    <Frame>
      {isStatus(file.error, 404) ? (
        <Nothing>{texts.notFound}</Nothing>
      ) : (
        <ErrorNote onRetry={() => void file.refetch()} busy={file.isFetching} retryLabel={texts.retry}>
          {messageOf(file.error, texts.fetchFailed)}
        </ErrorNote>
      )}
    </Frame>
  )
}

function Opened({ file }: { file: ArchiveFile }) {
  const isPdf = kindOf(file.file_type) === 'pdf' && file.cloudinary_url !== null
  if (!isPdf)
    return (
      <Frame file={file}>
        <Nothing>{texts.notPdf}</Nothing>
      </Frame>
    )
  if (file.docs_viewer_url)
    return (
      <Frame file={file} isWide>
        <iframe
          className={css.viewer}
          src={file.docs_viewer_url}
          title={file.original_name}
          referrerPolicy="no-referrer"
        />
      </Frame>
    )
  return (
    <Frame file={file} isWide>
      <PdfReader file={file} />
    </Frame>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <EmptyState drawing="scroll" action={<LinkButton to={pages.files.path}>{texts.backToFiles}</LinkButton>}>
    {children}
  </EmptyState>
)

/** The slim header, without the rest of the house: the document gets the room. */
function Frame({ file, isWide, children }: { file?: ArchiveFile; isWide?: boolean; children: ReactNode }) {
  const isPdf = isWide && file?.cloudinary_url
  const download = file && downloadAddress(file)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <LinkButton variant="quiet" size="s" to={pages.files.path} title={texts.backToFiles}>
          <Icon name="back" />
          <VisuallyHidden>{texts.backToFiles}</VisuallyHidden>
        </LinkButton>
        <h1 className={css.name}>
          <bdi>{file?.original_name ?? texts.title}</bdi>
        </h1>
        <div className={css.links}>
          {file && <UsedIn file={file} align="end" />}
          {isPdf && (
            <AnchorButton
              size="s"
              icon="external"
              href={`${file.cloudinary_url}#view=FitH`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {texts.directView}
            </AnchorButton>
          )}
          {download && (
            <AnchorButton size="s" icon="download" href={download} download={file.original_name}>
              {texts.downloadDocument}
            </AnchorButton>
          )}
        </div>
      </header>
      <main className={isWide ? css.wide : css.narrow}>{children}</main>
    </div>
  )
}
