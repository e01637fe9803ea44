import { useState } from 'react'
import { useParams } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { permissions } from '../../contract/permissions.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { usePost } from './api.ts'
import { EditPostForm } from './edit-post-form.tsx'
import { storeError, texts } from './texts.ts'

export default function EditPostPage() {
  const { id = '' } = useParams()
  const me = useMember()
  const query = usePost(id, { isEdited: true })
  const { data, error, isError, isFetchedAfterMount } = query
  const toBlog = <LinkButton to={pages.blog.path}>{texts.backToBlog}</LinkButton>
  const isMissing = isStatus(error, 404)

  const mayEdit = data && me && permissions['post.edit'](me, data.post)
  // an open form stays even if the post is deleted: it may have unsaved text
  const [opened, setOpened] = useState<typeof data>()
  if (!opened && mayEdit && isFetchedAfterMount && !isError) setOpened(data)

  let body = <Skeleton label={texts.loadingPost} shape="fields" count={3} />
  if (opened) body = <EditPostForm post={opened.post} etag={opened.etag} />
  else if (isError && isMissing) body = <EmptyState action={toBlog}>{texts.notFound}</EmptyState>
  else if (isError)
    body = <ErrorNote query={query}>{storeError(messageOf(error, texts.fetchPostFailed))}</ErrorNote>
  else if (data && me && !mayEdit) body = <EmptyState action={toBlog}>{texts.notYours}</EmptyState>

  return (
    <Page title={texts.editPost} width="list">
      {body}
    </Page>
  )
}
