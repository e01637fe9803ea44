import type { Hit, SearchKind } from '../../contract/search.ts'
import { Thumbnail } from '../files/images/thumbnail.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { CategoryEmblem } from '../ui/category-emblem.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import css from './search.module.css'
import { texts } from './texts.ts'

const icons: Record<Exclude<SearchKind, 'person' | 'category'>, IconName> = {
  page: 'home',
  post: 'book',
  news: 'news',
  file: 'archive',
  comment: 'comment',
  message: 'chat',
}

const size = 28

/** Decorative: the kind is in the text beside it, or in the heading above. */
export function HitIcon({ hit: { kind, id, title } }: { hit: Hit }) {
  if (kind === 'person') return <Avatar name={title} size={size} />
  if (kind === 'category') return <CategoryEmblem id={id} size={size} />
  return (
    <span className={css.icon}>
      <Icon name={icons[kind]} size={18} />
    </span>
  )
}

/** The thumbnail of a picture; decorative, its name is beside it. */
export const HitPicture = ({ hit: { thumb_url } }: { hit: Hit }) =>
  thumb_url && (
    <span className={css.picture}>
      <Thumbnail address={thumb_url} />
    </span>
  )

/** A message has no title: who wrote it stands for it. */
export const titleOf = ({ title, author_name, kind }: Hit) => title || author_name || texts.oneOf[kind]
