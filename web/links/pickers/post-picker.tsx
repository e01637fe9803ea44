import { useState } from 'react'
import { formatToken } from '../../../contract/content/link-tokens.ts'
import type { ListedPost } from '../../../contract/posts.ts'
import { Badge } from '../../ui/badge.tsx'
import { CategoryEmblem } from '../../ui/category-emblem.tsx'
import { Checkbox } from '../../ui/controls/choice.tsx'
import { When } from '../../ui/format/when.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import { usePostSearch } from '../api.ts'
import { texts } from '../texts.ts'
import { Picker, type PickerProps, usePickerSearch } from './picker.tsx'

/** SPEC §2, "Select Post to Link". */
export default function PostPicker({ onInsert, ...dialog }: PickerProps) {
  const search = usePickerSearch()
  const [withDrafts, setWithDrafts] = useState(false)
  const query = usePostSearch({ ...search.filter, withDrafts })
  return (
    <Picker
      {...dialog}
      title={texts.selectPost}
      filter={<Checkbox label={texts.includeDrafts} checked={withDrafts} onCheckedChange={setWithDrafts} />}
      search={search}
      query={query}
      empty={texts.noPosts}
      nameOf={(post) => post.title}
      renderItem={(post) => <PostOption post={post} />}
      onPick={(post, linkText) => onInsert(formatToken('post', post.id, linkText))}
    />
  )
}

const previewLength = 100

function PostOption({ post }: { post: ListedPost }) {
  const letters = [...post.excerpt]
  const isCut = post.excerpt_cut || letters.length > previewLength
  return (
    <>
      <CategoryEmblem id={post.category_id} size={22} />
      <div>
        <bdi className="strong breaks">{post.title}</bdi>
        <Facts as="div">
          <Badge tone={post.is_published ? undefined : 'draft'}>
            {post.is_published ? texts.published : texts.draft}
          </Badge>
          <bdi>{post.author_name}</bdi>
          <When at={post.created_at} />
          {post.updated_at !== post.created_at && (
            <span>
              {texts.updated} <When at={post.updated_at} />
            </span>
          )}
        </Facts>
        <div className="muted small">
          {letters.slice(0, previewLength).join('')}
          {isCut && '...'}
        </div>
      </div>
    </>
  )
}
