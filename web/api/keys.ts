// All query keys of the web. Invalidating a key includes all keys that begin with it.

export const postKeys = {
  all: ['posts'],
  lists: ['posts', 'list'],
  list: (categoryId = 'all') => ['posts', 'list', categoryId],
  counts: ['posts', 'count'],
  count: (categoryId = 'all') => ['posts', 'count', categoryId],
  drafts: ['posts', 'drafts'],
  search: (filter: object) => ['posts', 'search', filter],
  one: (id: string) => ['posts', 'one', id],
  versions: (id: string) => ['posts', 'versions', id],
  version: (id: string, version = 0) => ['posts', 'version', id, version],
  /** Outside of `all`: the stored version must not change during the decision. */
  conflict: (id: string, refusal: number) => ['post-conflict', id, refusal],
  linkedFrom: (id: string) => ['posts', 'linked-from', id],
  usingFile: (fileId: string) => ['posts', 'used-in', fileId],
}

/** Key of people who can be mentioned. */
export const namesKey = ['names']
export const personKey = (id: string) => ['person', id]

export const factorsKey = ['factors']
export const factorDemandKey = ['factor-demand']
export const pushDevicesKey = ['push-devices']
export const passkeysKey = ['passkeys']

export const commentKeys = {
  all: ['comments'],
  list: (postId: string) => ['comments', postId],
}

export const reactionKeys = {
  /** Key of a thing with this state of its reactions. */
  named: (kind: string, id: string, state: string) => ['reactions', kind, id, state],
}

export const newsKeys = {
  all: ['news'],
  list: ['news', 'list'],
  one: (id: string) => ['news', 'one', id],
  shared: (url: string | undefined, except: string | undefined) => ['news', 'shared', url, except],
}

export const fileKeys = {
  all: ['files'],
  list: (filter: object) => ['files', 'list', filter],
  sections: ['files', 'sections'],
  newest: ['files', 'newest'],
  one: (id: string) => ['files', 'one', id],
}

export const linkKeys = {
  all: ['links'],
  one: (kind: string, id: string) => ['links', kind, id],
}

export const categoryKeys = {
  /** Prefix of `withInactive`. */
  active: ['categories'],
  withInactive: ['categories', 'all'],
}

export const userKeys = {
  lists: ['users'],
  list: (filter: object) => ['users', filter],
  contents: (id: string) => ['user-contents', id],
  invitations: ['invitations'],
}

export const presenceKeys = {
  online: ['presence', 'online'],
}

export const auditKeys = {
  list: (filter: object) => ['audit', filter],
}

export const searchKeys = {
  hits: (filter: object) => ['search', filter],
  first: (q: string) => ['search', 'first', q],
  people: (name: string) => ['search', 'people', name],
}

export const sessionsKey = ['sessions']
export const memberSessionsKey = (userId: string) => ['member-sessions', userId]

export const preferenceKeys = {
  own: ['preferences'],
  saveOwn: ['preferences', 'save'],
  allUsers: ['all-preferences'],
  saveAllUsers: ['all-preferences', 'save'],
  saveOfUser: (id: string) => ['all-preferences', 'save', id],
}

export const mailKeys = {
  recipients: ['mail', 'recipients'],
  queue: ['mail', 'queue'],
  list: ['mail', 'mails'],
  deliveries: ['mail', 'deliveries'],
  deliveriesOf: (id: string) => ['mail', 'deliveries', id],
}

export const whatsNewKeys = {
  all: ['whats-new'],
  counts: (userId: string | undefined) => ['whats-new', userId],
  visit: (userId: string | undefined) => ['whats-new', userId, 'visit'],
}

export const noticeKeys = {
  all: ['notices'],
  list: ['notices', 'list'],
  unread: (userId: string | undefined) => ['notices', 'unread', userId],
  broadcast: (id: string) => ['notices', 'broadcast', id],
  settings: ['notices', 'settings'],
  following: (postId: string) => ['notices', 'following', postId],
}

export const stateKey = ['state']
export const firstStepsKey = ['first-steps']
