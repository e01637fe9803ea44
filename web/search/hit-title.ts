import type { Hit } from '../../contract/search.ts'
import { texts } from './texts.ts'

/** A message has no title: who wrote it stands for it. */
export const titleOf = ({ title, author_name, kind }: Hit) => title || author_name || texts.oneOf[kind]
