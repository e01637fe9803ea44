/**
 * SPEC §9 and DECISIONS §2 ("Longest texts"). Lengths count characters (code points). What the operator chooses, such as
 * the size of an upload, is in `server/config.ts`.
 */
export const limits = {
  page: { default: 100, max: 200 },

  userName: 60,
  email: 254,
  phone: 30,
  avatar: 2000,
  password: { min: 6, max: 200 },
  /** For passwords that people choose themselves. */
  minChosenPassword: 8,

  categoryName: 80,
  categoryDescription: 500,

  postTitle: 200,
  postContent: 100_000,
  /** Characters of a post's plain text on its card. */
  excerpt: 200,
  /** Words per minute. */
  readingSpeed: 220,

  comment: 10_000,
  chatMessage: 4000,
  chatPage: 50,
  noticesPage: 30,
  /** Unread notices of a person; further ones replace the oldest. */
  maxUnreadNotices: 1000,
  /** Notices that were read longer ago go. */
  noticeRetentionMs: 90 * 24 * 60 * 60_000,
  /** Maximum for counts of unread messages and unseen items. */
  maxUnreadCount: 100,
  /** Older comments are new to nobody. */
  newCommentMs: 30 * 24 * 60 * 60_000,
  /** Kinds of emoji under a thing, people listed for each in lists and by name, and characters of a sent emoji. */
  reactions: { maxKinds: 12, maxUserIds: 20, maxNames: 100, emoji: 40 },
  typing: { intervalMs: 3000, expiresAfterMs: 5000 },
  /** Link tokens of one kind. */
  maxLinksPerRequest: 200,
  maxLinksPerText: 500,
  /** People whom a text names; further ones are shown, and hear nothing. */
  maxMentionsPerText: 50,
  search: 100,
  /** Characters of a search over everything. */
  searchEverything: 2000,

  /** Longer titles of linked pages are cut. */
  linkTitle: 300,
  newsTitle: 500,
  newsUrl: 2000,
  newsComment: 1000,

  broadcastSubject: 200,
  broadcastMessage: 20_000,

  fileDescription: 1000,
  fileUrl: 2000,
  fileName: 255,

  /** Pixels of the longer side of an image's smaller versions: for a card on a high-density phone, for a full screen. Long images have larger ones. */
  imageSides: { thumb: 480, screen: 1600 },
  /** Sides by each other, above which an image is one to scroll through, and its thumbnail is cut: screenshots of whole pages, panoramas. */
  longImageRatio: 3,
  /** Pixels of the height of an image in a text (SPEC §2). */
  textImageHeight: 500,

  heartbeatIntervalMs: 60_000,
  /** For browsers without a socket. */
  onlineUsersPollIntervalMs: 30_000,
  /** Validity of a heartbeat. */
  onlineForMs: 150_000,

  sessions: {
    /** From the sign-in, however often a session is used that is kept on its device; SESSION_DAYS limits its idle time. */
    maxAgeMs: 180 * 24 * 60 * 60_000,
    /** The same of one that ends with the browser. */
    unkept: { idleMs: 12 * 60 * 60_000, maxAgeMs: 7 * 24 * 60 * 60_000 },
    /** One more ends the least recently used. */
    maxPerPerson: 50,
    /** From a sign-in or a confirmation until dangerous calls ask again. */
    confirmedForMs: 10 * 60_000,
  },
  /**
   * Signs of devices kept for a person: those that were seen again, and those that were seen once. A browser keeps a cookie
   * for 400 days at most.
   */
  knownDevices: { maxSeenAgain: 30, maxSeenOnce: 20, maxAgeMs: 400 * 24 * 60 * 60_000 },
  login: {
    /** From one address. */
    maxFailuresPerName: 10,
    maxFailuresPerAddress: 50,
    windowMs: 15 * 60_000,
    /** Wrong passwords or passkeys of somebody who is signed in; the last one ends the session. */
    maxWrongInSession: 5,
    /** For one name, from all networks together that its person never signed in from. */
    fromUnknownNetworks: { max: 100, windowMs: 24 * 60 * 60_000 },
  },
  /** Wrong codes of an authenticator app after a right password, for an account from anywhere. */
  secondStep: {
    maxFailures: 5,
    windowMs: 15 * 60_000,
    maxFailuresPerDay: 20,
    dayMs: 24 * 60 * 60_000,
    setupMs: 15 * 60_000,
    recoveryCodes: 10,
  },
  /** Challenges are counted by the client network of visitors who begin to sign in or to accept an invitation. */
  passkeys: {
    name: 60,
    maxPerPerson: 20,
    challengeMs: 5 * 60_000,
    begun: { max: 200, windowMs: 5 * 60_000 },
  },
  /** Token bucket for the passwords of one name from one network, right ones too, or of one session. */
  signInsOfOne: { burst: 20, perSecond: 1 / 6 },
  /** Token bucket of a whole process for passwords to be checked: half of what two hashes of 20 ms at once could do. */
  signIns: { burst: 100, perSecond: 50 },
  /**
   * Links to choose a password, and the requests for one: by the client network, by the name typed there, and by the
   * person, who gets no more mails. A link that is open for at least `keptForMs` is mailed again.
   */
  passwordLinks: {
    invitationMs: 7 * 24 * 60 * 60_000,
    resetMs: 60 * 60_000,
    /** For 'it wasn't me', from the last mail about a new device. */
    alarmMs: 7 * 24 * 60 * 60_000,
    maxInvited: 100,
    requests: { maxPerName: 3, maxPerNetwork: 20, maxPerPerson: 6, windowMs: 60 * 60_000, keptForMs: 30 * 60_000 },
  },
  /** ZIPs of a person's own things: how many begin in a time, and how long the URL of one is valid. */
  accountExports: { max: 3, windowMs: 24 * 60 * 60_000, urlLifetimeMs: 5 * 60_000 },
  /** Posts that are mailed at once, each on its own; the others wait for the digest (docs/decisions/036-mail-budget.md). */
  postMails: {
    perPerson: { max: 3, windowMs: 60 * 60_000 },
    forAll: { max: 20, windowMs: 24 * 60 * 60_000 },
    /** From the first post of a digest until it is sent. */
    digestDelayMs: 24 * 60 * 60_000,
    maxDigestTitles: 100,
  },
  /** Mails with one subject about a person's account: the next one waits for so long, with room for some of what happened in it. */
  securityMails: { batchWindowMs: 10 * 60_000, maxLength: 1500 },
  /** Changes of a person's own password, second factors and recovery codes. */
  credentialChanges: { max: 5, windowMs: 60 * 60_000 },
  /** Token bucket per network for unsubscribe links. */
  unsubscribing: { burst: 60, perSecond: 1 },
  /** Token bucket per person for titles of pages that are to be shared. */
  newsTitles: { burst: 6, perSecond: 1 / 5 },
  /** Token bucket per admin for broadcasts and test mails. */
  adminMails: { burst: 20, perSecond: 1 / 30 },
  /** Longer texts of push messages are cut: one has room for 4 kB. */
  push: {
    endpoint: 2000,
    title: 100,
    body: 240,
    /** Time in which a device that is off can still get one. */
    lifetimeMs: 24 * 60 * 60_000,
    /** From a notice to its message: a silence of a week, and quiet hours. Later it would be news to nobody. */
    maxDelayMs: 8 * 24 * 60 * 60_000,
    /** Token bucket per person for test messages. */
    tests: { burst: 5, perSecond: 1 / 10 },
    /** Devices of one person; the least recently used gets no more messages. */
    maxDevices: 10,
    /** People whose devices an author's notices reach, and how often a mention reaches the same person; further ones are in the bell. */
    perAuthor: { maxPeople: 100, maxMentionsOfOne: 3, windowMs: 60 * 60_000 },
  },
  /** Token bucket per person for writing requests. A request takes a token, and one more for each `bytesPerToken`, and for each `namesPerToken` people whom its text names. */
  writes: { burst: 200, perSecond: 20, bytesPerToken: 10_240, namesPerToken: 10 },
  /** Token bucket per person for messages in the chat, their changes and reactions to them, over all devices. One more is taken for each `namesPerToken` people whom a message names. */
  messages: { burst: 30, perSecond: 2 },
  /** Token bucket per person for reading requests, which take the `cost` of their row: far above what pages need. */
  reads: { burst: 600, perSecond: 60 },
  /** Token bucket per client network for all requests: hundreds of people may share an address. */
  network: { burst: 10_000, perSecond: 1000 },
  /** Open ones of a process; fewer if it may open fewer files. */
  connections: { max: 10_000, maxPerNetwork: 1000 },
  sockets: {
    maxPerPerson: 30,
    /** Connections without a signed-in person. */
    unauthenticated: { max: 500, maxPerNetwork: 100 },
    /** Token bucket per person; more events close the socket. Writes have a limit of their own, which is answered. */
    events: { burst: 300, perSecond: 30 },
    /** Token bucket per person for `user_offline` without a new connection. */
    offline: { burst: 10, perSecond: 0.2 },
  },
  searchCost: 10,
} as const
