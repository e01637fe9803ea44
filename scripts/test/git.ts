import { spawnSync } from 'node:child_process'

/** Undefined without git, outside of a repository, or if the command fails. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout : undefined
}

export const currentCommit = () => git('rev-parse', 'HEAD')?.trim()

export interface Change {
  /** 'uncommitted', or the commit since which they differ. */
  since: string
  paths: string[]
}

/** Files that differ from `ref`, deleted ones too. By default the uncommitted ones; without any, those of the last commit. */
export function findChange(ref?: string): Change | undefined {
  if (ref) return changeSince(ref)
  const uncommitted = changeSince('HEAD')
  if (!uncommitted || uncommitted.paths.length > 0) return uncommitted && { ...uncommitted, since: 'uncommitted' }
  return changeSince('HEAD~1')
}

function changeSince(ref: string): Change | undefined {
  const changed = git('diff', '--name-only', '--no-renames', '-z', ref, '--')
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  if (changed === undefined || added === undefined) return undefined
  return { since: ref, paths: [...new Set(`${changed}${added}`.split('\0'))].filter(Boolean).sort() }
}
