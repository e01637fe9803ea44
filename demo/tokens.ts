/** Ids by the names that the texts of the demo use. */
export interface DemoIds {
  /** By the `key` of demo/media.ts. */
  files: Map<string, string>
  /** By the name of the file in demo/posts, without `.md`; only posts that exist already. */
  posts: Map<string, string>
}

/** `{{file:@plano|el plano}}`, `![el plano](file:@plano)` and `{{post:@tres-luces|un poema}}` get ids in place of names. */
export const withIds = (text: string, { files, posts }: DemoIds) =>
  text.replace(/(\{\{|\]\()(file|post):@([\w-]+)/g, (_, before: string, kind: 'file' | 'post', name: string) => {
    const id = (kind === 'file' ? files : posts).get(name)
    if (!id) throw new Error(`no ${kind} of the demo is named "${name}" yet`)
    return `${before}${kind}:${id}`
  })
