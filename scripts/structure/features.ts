import type { Module } from './module-graph.ts'

/** Folders that every feature may use; their own borders are in borders.ts. */
const shared = {
  web: ['api', 'editor', 'lib', 'markdown', 'shell', 'theme', 'ui'],
  server: [
    'accounts',
    'bus',
    'db',
    'http',
    'images',
    'lib',
    'markdown',
    'outbound',
    'realtime',
    'search',
    'secrets',
    'storage',
  ],
}

/** Files of a feature that other features may import. */
const publicFiles: Record<string, string[]> = {
  'server/audit': ['queries.ts', 'rules.ts'],
  'server/auth': ['password-hash.ts', 'queries.ts', 'rules.ts', 'session-tokens.ts', 'sign-in-limit.ts'],
  'server/backups': ['progress.ts', 'queries.ts', 'runs.ts'],
  'server/categories': ['queries.ts', 'rules.ts'],
  'server/chat': ['queries.ts', 'rules.ts'],
  'server/comments': ['queries.ts'],
  'server/clock': ['queries.ts', 'rules.ts'],
  'server/epoch': ['epoch-file.ts', 'queries.ts'],
  'server/file-texts': ['extract.ts', 'kinds.ts', 'page-texts.ts', 'worker.ts'],
  'server/files': [
    'check-archive.ts',
    'names.ts',
    'previews.ts',
    'queries.ts',
    'rules.ts',
    'running-downloads.ts',
    'texts/queries.ts',
  ],
  'server/imports': ['queries.ts', 'report.ts'],
  'server/mail': ['queries.ts', 'queue.ts', 'security-mails.ts', 'worker/queries.ts'],
  'server/notices': ['push.ts', 'queries.ts', 'rules.ts', 'settings/queries.ts'],
  'server/one-time-links': ['make.ts', 'queries.ts'],
  'server/posts': ['queries.ts', 'rules.ts'],
  'server/preferences': ['queries.ts'],
  'server/reactions': ['rules.ts'],
  'server/push': ['queries.ts', 'queue.ts'],
  'server/text-effects': ['saved.ts'],
  'server/users': ['queries.ts'],
  'web/audit': ['audit-section.tsx', 'texts.ts'],
  'web/auth': [
    'demand/api.ts',
    'demand/demand-section.tsx',
    'demand/describe-demand.ts',
    'factors/factors-section.tsx',
    'guard.tsx',
    'login.tsx',
    'passkeys/api.ts',
    'passkeys/passkeys-section.tsx',
    'password/password-dialog.tsx',
    'sessions/member-sessions.tsx',
    'sessions/sessions-section.tsx',
    'texts.ts',
  ],
  'web/categories': ['api.ts', 'category-select.tsx'],
  'web/comments': ['comments.tsx', 'texts.ts'],
  'web/files': [
    'api.ts',
    'images/thumbnail.tsx',
    'uploads/attachments.tsx',
    'uploads/upload-queue.ts',
    'use-opened-file.tsx',
  ],
  'web/first-steps': ['first-steps-section.tsx', 'hidden-steps.tsx'],
  'web/installed': ['install-section.tsx', 'use-shared.tsx'],
  'web/links': ['linked-from.tsx', 'pickers/use-pickers.tsx', 'resolved-link.tsx'],
  'web/mail': ['api.ts', 'mail-queue.tsx'],
  'web/notices': ['api.ts', 'following/following-button.tsx', 'settings/settings-section.tsx'],
  'web/preferences': ['preferences-panel.tsx'],
  'web/presence': ['api.ts'],
  'web/reactions': ['emoji-picker.tsx', 'reaction-queue.ts', 'reactions.tsx'],
  'web/service-worker': ['messages.ts', 'read-store.ts', 'shared.ts'],
  'web/push': ['ask-after-writing.tsx', 'browser.ts', 'devices-section.tsx', 'use-push.ts'],
  'web/state': ['care-notice.tsx'],
  'web/users': ['contents.ts', 'invitations/list-dialog.tsx', 'texts.ts', 'user-dialog.tsx', 'users-section.tsx'],
  'web/whats-new': ['whats-new-bar.tsx'],
}

/** The folder of a feature; undefined for files that are shared, or put features together. */
export const featureOf = (path: string) => {
  const [tree = '', folder = '', file] = path.split('/')
  if (file === undefined || (tree !== 'web' && tree !== 'server') || shared[tree].includes(folder)) return undefined
  return `${tree}/${folder}`
}

/** Imports of another feature's internal files, and public files that no other feature uses. */
export function checkFeatures(modules: Module[]): string[] {
  const problems: string[] = []
  const unused = new Set(
    Object.entries(publicFiles).flatMap(([feature, files]) => files.map((file) => `${feature}/${file}`)),
  )
  for (const { path, imports } of modules) {
    const feature = featureOf(path)
    for (const { target } of imports) {
      const other = featureOf(target)
      if (!feature || !other || feature === other) continue
      unused.delete(target)
      if (!publicFiles[other]?.includes(target.slice(other.length + 1)))
        problems.push(`${path} imports ${target}: not a public file of ${other} (scripts/structure/features.ts)`)
    }
  }
  for (const path of unused) problems.push(`${path}: public for other features, but none imports it`)
  return problems
}
