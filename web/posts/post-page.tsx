import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import { pages } from '../../contract/pages.ts'
import { permissions } from '../../contract/permissions.ts'
import type { Post } from '../../contract/posts.ts'
import { alertOf, isStatus, messageOf } from '../api/call.ts'
import { useMember } from '../api/session.ts'
import { texts as commentTexts } from '../comments/texts.ts'
import { LinkedFrom } from '../links/linked-from.tsx'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { useOpenedSubject } from '../notices/api.ts'
import { FollowingButton } from '../notices/following/following-button.tsx'
import { Reactions } from '../reactions/reactions.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { deletionTitle } from '../ui/dialogs/deletion-title.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { Marks } from '../ui/highlight/marks.tsx'
import { useMarkedWords, useMarks } from '../ui/highlight/use-marks.ts'
import { useDialogTarget } from '../ui/hooks/use-dialog-target.ts'
import { lazyPart } from '../ui/lazy.ts'
import { reloadNote } from '../ui/lazy-fallbacks.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { focusPageHeading, hadFocus } from '../ui/page/focus.ts'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { useDeletePost, usePost, usePublishPost } from './api.ts'
import { CategoryLabel, PageFacts } from './post-facts.tsx'
import css from './posts.module.css'
import { storeError, texts } from './texts.ts'
import { texts as versionTexts } from './versions/texts.ts'
import type { VersionsDialogProps } from './versions/versions-dialog.tsx'

/** Loaded after the post, which stays readable if loading fails after a new release. */
const Comments = lazyPart(
  () => import('../comments/comments.tsx'),
  reloadNote(commentTexts.loadFailed),
  <Skeleton label={commentTexts.loading} shape="bubbles" count={3} />,
)

const Versions = lazyPart<VersionsDialogProps>(
  () => import('./versions/versions-dialog.tsx'),
  reloadNote(versionTexts.fetchVersionsFailed),
)

function VersionsButton({ post }: { post: Post }) {
  const { shown, open, close } = useDialogTarget<Post>()
  return (
    <>
      <Button size="s" icon="clock" aria-haspopup="dialog" onClick={() => open(post)}>
        {versionTexts.history}
      </Button>
      {shown && <Versions key={shown.key} post={post} open={shown.isOpen} onClose={() => close(true)} />}
    </>
  )
}

const back = { to: pages.blog.path, label: texts.backToBlog }

export default function PostPage() {
  const { id = '' } = useParams()
  const query = usePost(id)
  if (query.isSuccess) return <PostView post={query.data.post} />
  return (
    <Page title={texts.blog} width="reading" back={back}>
      {query.isPending ? (
        <Skeleton label={texts.loadingPost} shape="lines" count={12} />
      ) : (
        <ErrorNote query={isStatus(query.error, 404) ? undefined : query}>
          {storeError(messageOf(query.error, texts.fetchPostFailed))}
        </ErrorNote>
      )}
    </Page>
  )
}

function PostView({ post }: { post: Post }) {
  useOpenedSubject(post.id)
  const me = useMember()
  const mayEdit = me !== undefined && permissions['post.edit'](me, post)
  const text = useRef<HTMLElement>(null)
  const marked = useMarkedWords()
  const marks = useMarks(marked, { container: text })
  return (
    <Page
      title={post.title}
      documentTitle={post.title}
      width="reading"
      back={back}
      intro={
        <div className={css.facts}>
          <div className="row wrap gap-2-3">
            <CategoryLabel post={post} />
            {!post.is_published && <Badge tone="draft">{texts.draft}</Badge>}
          </div>
          <PageFacts post={post} />
          <div className="wrap gap-2" data-print="no">
            {mayEdit && <PostActions post={post} />}
            {post.is_published && <FollowingButton postId={post.id} isOwn={post.author_id === me?.id} />}
          </div>
        </div>
      }
    >
      <article ref={text} className="above-5">
        <LazyMarkdown id={post.id} text={post.content} />
      </article>
      <Reactions kind="post" id={post.id} reactions={post.reactions} className={css.reactions} />
      <Marks count={marks} onClear={marked.clear} />
      <LinkedFrom postId={post.id} />
      <Comments key={post.id} postId={post.id} />
    </Page>
  )
}

/** Edit, publish or take back, delete: for the author and admins. */
function PostActions({ post }: { post: Post }) {
  const navigate = useNavigate()
  const publish = usePublishPost()
  const remove = useDeletePost()
  const toggle = useRef<HTMLButtonElement>(null)
  const willPublish = !post.is_published
  const verb = willPublish ? texts.publish : texts.unpublish

  async function togglePublication() {
    const text = willPublish ? texts.confirmPublish : texts.confirmUnpublish
    if (!(await confirm({ text, action: verb }))) return
    const failed = willPublish ? texts.publishFailed : texts.unpublishFailed
    publish.mutate(
      { id: post.id, is_published: willPublish },
      {
        // pressed again, the button would do the opposite
        onSuccess: () => hadFocus(toggle.current) && focusPageHeading(),
        onError: (error) => toast.error(alertOf(error, failed)),
      },
    )
  }

  async function deletePost() {
    const question = { title: deletionTitle(post.title), text: texts.confirmDelete }
    if (!(await confirm({ ...question, action: texts.delete, danger: true }))) return
    remove.mutate(post.id, {
      onSuccess: () => {
        toast.success(texts.deleted)
        void navigate(pages.blog.path)
      },
      onError: (error) => toast.error(storeError(messageOf(error, texts.deleteFailed))),
    })
  }

  return (
    <>
      <LinkButton size="s" icon="edit" to={placeOf.editPost(post)}>
        {texts.edit}
      </LinkButton>
      <VersionsButton post={post} />
      <Button
        ref={toggle}
        size="s"
        icon={willPublish ? 'publish' : 'unpublish'}
        busy={publish.isPending}
        onClick={() => void togglePublication()}
      >
        {verb}
      </Button>
      <Button size="s" variant="danger" icon="trash" busy={remove.isPending} onClick={() => void deletePost()}>
        {texts.delete}
      </Button>
    </>
  )
}
