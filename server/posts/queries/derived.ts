import type { LinkKind } from '../../../contract/content/link-tokens.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

const searchText = prepared((tx, { postId, body }: { postId: string; body: string }) =>
  tx
    .insertInto('post_texts')
    .values({ post_id: postId, body })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ body })),
)

/** Replaces the search text of a post, which `textWithStems` made. */
export const replaceSearchText = (tx: Db, postId: string, body: string) => searchText.run(tx, { postId, body })

const linkDeletion = prepared((tx, { postId }: { postId: string }) =>
  tx.deleteFrom('post_links').where('post_id', '=', postId),
)

export async function replaceLinks(tx: Db, postId: string, links: { kind: LinkKind; id: string }[]) {
  await linkDeletion.run(tx, { postId })
  const rows = links.map(({ kind, id }) => ({ post_id: postId, kind, target_id: id }))
  if (rows.length > 0) await tx.insertInto('post_links').values(rows).execute()
}
