/** What the texts of the demo can link to, under the names that it has here; ids are made at seeding. */
export interface Known {
  /** By the `key` of demo/media.ts. */
  files: Map<string, string>
  /** By the name of its file in demo/posts, without `.md`; those that are written already. */
  posts: Map<string, string>
}

/** `{{file:@plano|el plano}}` and `{{post:@tres-luces|un poema}}` become tokens with ids. */
export const withIds = (text: string, { files, posts }: Known) =>
  text.replace(/\{\{(file|post):@([\w-]+)\|/g, (_, kind: 'file' | 'post', name: string) => {
    const id = (kind === 'file' ? files : posts).get(name)
    if (!id) throw new Error(`no ${kind} of the demo is named "${name}" by then`)
    return `{{${kind}:${id}|`
  })
