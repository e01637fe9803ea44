import { useState } from 'react'
import type { ListedPost } from '../../contract/posts.ts'
import { Badge } from '../ui/badge.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Mark } from '../ui/mark.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { When } from '../ui/when.tsx'
import { CategoryFilter } from './category-filter.tsx'
import type { PickerProps } from './file-picker.tsx'
import css from './picker.module.css'
import { Picker } from './picker.tsx'
import { pause, usePostSearch } from './search.ts'
import { texts } from './texts.ts'
import { tokenOf } from './token-of.ts'

/** Chooses a post to link to (SPEC §2, "Select Post to Link"). */
export default function PostPicker({ label, open, onInsert, onClose }: PickerProps) {
  const [search, setSearch] = useState('')
  const [category_id, setCategory] = useState<string>()
  const [withDrafts, setWithDrafts] = useState(false)
  const q = useSettled(search, pause)
  const found = usePostSearch({ q, category_id, withDrafts })
  const items = found.isError ? [] : (found.data?.pages.flatMap((page) => page.items) ?? [])
  return (
    <Picker
      title={texts.selectPost}
      filters={
        <>
          <CategoryFilter value={category_id} onChange={setCategory} />
          <Checkbox label={texts.includeDrafts} checked={withDrafts} onCheckedChange={setWithDrafts} />
        </>
      }
      search={search}
      onSearch={setSearch}
      items={items}
      isLoading={q !== search || (found.isFetching && !found.isFetchingNextPage)}
      empty={texts.noPosts}
      nameOf={(post) => post.title}
      show={(post) => <PostOption post={post} />}
      onMore={found.hasNextPage ? () => void found.fetchNextPage({ cancelRefetch: false }) : undefined}
      onPick={(post, words) => onInsert(tokenOf('post', post.id, words))}
      open={open}
      onClose={onClose}
      label={label}
    />
  )
}

const previewLength = 100

function PostOption({ post }: { post: ListedPost }) {
  const letters = [...post.excerpt]
  const isCut = post.excerpt_cut || letters.length > previewLength
  return (
    <>
      <Mark id={post.category_id} size={22} />
      <div>
        <bdi className={css.name}>{post.title}</bdi>
        <div className={css.facts}>
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
        </div>
        <div className={css.preview}>
          {letters.slice(0, previewLength).join('')}
          {isCut && '...'}
        </div>
      </div>
    </>
  )
}
