/** Names of files that this person began to upload and didn't finish, as the upload client keeps them (uploads.ts). */
export function unfinishedUploads(person: string): string[] {
  return Object.entries(localStorage).flatMap(([key, value]) => {
    if (!key.startsWith(`tus::${person}-`)) return []
    try {
      const { metadata } = JSON.parse(value) as { metadata?: { filename?: string } }
      return metadata?.filename ? [metadata.filename] : []
    } catch {
      return []
    }
  })
}
