/** Lengths, intervals and defaults: SPEC §9 and DECISIONS §2 ("Longest texts"). Lengths count characters (code points). */
export const limits = {
  /** A list's page when nothing is asked for, and the most that may be asked for. */
  page: { default: 100, max: 200 },

  userName: 60,
  email: 254,
  phone: 30,
  avatar: 2000,
  password: { min: 6, max: 200 },

  categoryName: 80,
  categoryDescription: 500,

  postTitle: 200,
  postContent: 100_000,
  /** Characters of plain text that a card shows of a post. */
  excerpt: 200,
  /** Words a minute, for the reading time on posts. */
  readingSpeed: 220,

  comment: 10_000,
  chatMessage: 4000,
  /** Messages of the chat when nothing is asked for. */
  chatPage: 50,
  /** Unread messages, and what is new in a section, are counted up to here. */
  unreadCounted: 100,
  /** Milliseconds between two signs that somebody is writing, and for how long one holds. */
  typing: { every: 3000, holds: 5000 },
  /** Link tokens of one kind that may be asked for at once, and those of a text that are remembered. */
  linksAtOnce: 200,
  linksOfText: 500,
  /** Characters of what is searched for. */
  search: 100,

  newsTitle: 500,
  newsUrl: 2000,
  newsComment: 1000,

  broadcastSubject: 200,
  broadcastMessage: 20_000,

  fileDescription: 1000,
  fileUrl: 2000,
  fileName: 255,

  /** Milliseconds between two heartbeats of a signed-in browser. */
  heartbeatEvery: 60_000,
  /** Milliseconds between two looks at who is online. */
  onlineUsersEvery: 30_000,
  /** Milliseconds after a heartbeat during which a person counts as online. */
  onlineFor: 150_000,

  login: {
    /** Failures for one name from one address, and for one address altogether, within the window. */
    failuresPerName: 10,
    failuresPerAddress: 50,
    window: 15 * 60_000,
  },
  /** Broadcasts and test mails that one admin may send at once, and how many a second come back after. */
  mailsOfAdmin: { burst: 20, perSecond: 1 / 30 },
  /** Writes one person may make at once, and how many a second come back after. */
  writes: { burst: 200, perSecond: 20 },
} as const
