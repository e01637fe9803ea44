import type { Post } from '../../contract/posts.ts'
import type { Writing } from './post-form.tsx'

export const writingOf = ({ title, content, category_id }: Post): Writing => ({ title, content, category_id })

/** What somebody types into the form of a post, and all that must survive a reload with it. */
export interface Edit {
  writing: Writing
  /** The version it is typed over: the one that saving it replaces. */
  version: string | undefined
  /** The last save met another version, and nothing was decided yet: what was said, and what was asked for. */
  refused?: { text: string; is_published: boolean | undefined } | undefined
  /** What was decided, with the text that is not in the form, so that it can be taken back. */
  decided?: { form: 'mine' | 'stored'; other: Writing; isPublished: boolean } | undefined
}

interface Shown {
  post: Post
  etag: string | undefined
}

/** The own text stays, over the version that was just shown. */
export const keepMine = ({ writing }: Edit, { post, etag }: Shown): Edit => ({
  writing,
  version: etag,
  decided: { form: 'mine', other: writingOf(post), isPublished: post.is_published },
})

export const takeStored = ({ writing }: Edit, { post, etag }: Shown): Edit => ({
  writing: writingOf(post),
  version: etag,
  decided: { form: 'stored', other: writing, isPublished: post.is_published },
})

/** The other text comes into the form, and the one that was there waits in its place: neither is lost. */
export function swap(edit: Edit): Edit {
  if (!edit.decided) return edit
  const form = edit.decided.form === 'mine' ? 'stored' : 'mine'
  return { ...edit, writing: edit.decided.other, decided: { ...edit.decided, form, other: edit.writing } }
}
