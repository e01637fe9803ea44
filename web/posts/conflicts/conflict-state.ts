import type { Post } from '../../../contract/posts.ts'
import type { PostDraft } from '../post-form.tsx'

export const draftOf = ({ title, content, category_id }: Post): PostDraft => ({ title, content, category_id })

export interface Edit {
  writing: PostDraft
  /** The ETag of the version that saving replaces. */
  version: string | undefined
  /** A save refused because of another version, until the decision: the error, and the requested publication. */
  refused?: { text: string; is_published: boolean | undefined } | undefined
  /** The decision, with the version that isn't in the form. */
  decided?: { form: 'mine' | 'stored'; other: PostDraft; isPublished: boolean } | undefined
}

interface Stored {
  post: Post
  etag: string | undefined
}

/** Keeps the own text; saving it will replace the displayed version. */
export const keepMine = ({ writing }: Edit, { post, etag }: Stored): Edit => ({
  writing,
  version: etag,
  decided: { form: 'mine', other: draftOf(post), isPublished: post.is_published },
})

export const takeStored = ({ writing }: Edit, { post, etag }: Stored): Edit => ({
  writing: draftOf(post),
  version: etag,
  decided: { form: 'stored', other: writing, isPublished: post.is_published },
})

export function swap(edit: Edit): Edit {
  if (!edit.decided) return edit
  const form = edit.decided.form === 'mine' ? 'stored' : 'mine'
  return { ...edit, writing: edit.decided.other, decided: { ...edit.decided, form, other: edit.writing } }
}
