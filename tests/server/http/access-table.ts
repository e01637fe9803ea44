/** Allowed callers of each row of the contract (SPEC §6 and §7, DECISIONS §2 "Auth"). */
import { newId } from '../../../server/ids.ts'
import { type Community, expectDone, passwordOf } from '../../support/server/community.ts'
import { createSignInRows } from './access-sign-in.ts'
import { admins, createThings, ending, everybody, members, type Row, withBody } from './access-things.ts'

/** The access table; its calls are made in this community. */
export function createAccessTable(community: Community) {
  const { hipatia } = community
  const things = createThings(community)
  const { newInvitation, newList, newPasswordLink, newApp, withApp, protectedAccount } = things
  const { another, newAccount, newCategory, ownPost, ownComment, ownMessage, ownBroadcast } = things
  const { ownLink, newForm, ownNews, newMail } = things

  const table: Record<string, Row> = {
    'health.read': everybody('GET /health'),

    'auth.login': everybody('POST /auth/login', async () => ({
      body: { name: 'Hipatia', password: passwordOf('Hipatia') },
    })),
    'auth.logout': ending(members('POST /auth/logout', undefined, 204)),
    'auth.me': members('GET /auth/me'),
    'auth.changePassword': ending(
      members('POST /auth/change-password', async ({ name = '' }) => ({
        body: { current_password: passwordOf(name), new_password: 'otra clave distinta' },
      })),
    ),
    'factors.read': members('GET /auth/factors'),
    'factors.renewCodes': ending(members('POST /auth/factors/recovery-codes', withApp)),
    'factors.beginTotp': members('POST /auth/totp/begin'),
    'factors.addTotp': ending(members('POST /auth/totp', newApp)),
    'factors.removeTotp': ending(members('POST /auth/totp/remove', withApp, 204)),
    'factorDemand.read': admins('GET /auth/factor-demand'),
    'factorDemand.set': admins('PUT /auth/factor-demand', withBody({ admins_from: null, everybody_from: null })),
    'factors.takeAway': admins('POST /auth/factors/of/:id/remove', protectedAccount),
    'presence.heartbeat': members('POST /auth/heartbeat'),
    'presence.list': members('GET /auth/online-users'),
    ...createSignInRows(community, things),
    'users.names': members('GET /users/names'),
    'users.read': members('GET /users/:id', async ({ id = hipatia.id }) => ({ id })),
    'users.list': admins('GET /auth/users'),
    'users.create': admins(
      'POST /auth/users',
      async () => ({
        body: { name: another('Nueva'), email: `${newId()}@nueva.example`, password: 'secreto' },
      }),
      201,
    ),
    'users.update': admins('PUT /auth/users/:id', withBody({ phone: '600 000 000' }, newAccount)),
    'users.remove': admins('DELETE /auth/users/:id', newAccount, 204),
    'users.toggleStatus': admins('POST /auth/users/:id/toggle-status', newAccount),

    'invitations.list': admins('GET /auth/invitations'),
    'invitations.create': admins(
      'POST /auth/invitations',
      async () => ({ body: { name: another('Nueva'), email: `${newId()}@nueva.example` } }),
      201,
    ),
    'invitations.createList': admins('POST /auth/invitations/list', newList, 201),
    'invitations.renew': admins('POST /auth/invitations/:id/renew', newInvitation),
    'invitations.withdraw': admins('DELETE /auth/invitations/:id', newInvitation, 204),
    'invitations.read': everybody('POST /auth/invitations/read', async () => ({
      body: { token: (await newInvitation()).token },
    })),
    'invitations.accept': everybody('POST /auth/invitations/accept', async () => ({
      body: { token: (await newInvitation()).token, password: 'una clave elegida' },
    })),
    'passwordLinks.request': everybody('POST /auth/password-links', async () => ({ body: { name: another('Nadie') } })),
    'passwordLinks.createFor': admins('POST /auth/password-links/for/:id', async () => ({
      id: (await newPasswordLink()).id,
    })),
    'passwordLinks.read': everybody('POST /auth/password-links/read', async () => ({
      body: { token: (await newPasswordLink()).token },
    })),
    'passwordLinks.accept': everybody('POST /auth/password-links/accept', async () => ({
      body: { token: (await newPasswordLink()).token, password: 'una clave elegida' },
    })),

    'users.changeOwnAvatar': members('PUT /account/avatar', withBody({ avatar: null })),
    'users.contents': members('GET /auth/users/:id/contents', async ({ id = hipatia.id }) => ({ id })),
    'accountExport.create': members('POST /account/export', withBody({})),

    'categories.list': members('GET /categories'),
    'categories.listAll': admins('GET /categories/all'),
    'categories.read': members('GET /categories/:id', newCategory),
    'categories.create': admins('POST /categories', async () => ({ body: { name: another('Historia') } }), 201),
    'categories.update': admins('PUT /categories/:id', withBody({ description: 'Otra' }, newCategory)),
    'categories.remove': admins('DELETE /categories/:id', newCategory, 204),
    'categories.initialize': admins('POST /categories/initialize'),

    'search.find': members('GET /search'),
    'posts.list': members('GET /posts'),
    'posts.listAll': members('GET /posts/all'),
    'posts.drafts': members('GET /posts/drafts/my'),
    'posts.read': members('GET /posts/:id', ownPost),
    'posts.create': members('POST /posts', withBody({ title: 'Uno', content: 'Dos' }), 201),
    'posts.update': members('PUT /posts/:id', withBody({ title: 'Uno', content: 'Tres' }, ownPost)),
    'posts.publish': members('PUT /posts/:id/publish', withBody({ is_published: true }, ownPost)),
    'files.list': members('GET /files'),
    'files.sections': members('GET /files/sections'),
    'files.read': members('GET /files/:id', ownLink),
    'files.upload': members('POST /files/upload', async () => ({ raw: newForm() }), 201),
    'files.addLink': members('POST /files/url', withBody({ url: 'https://alejandria.example/' }), 201),
    'files.remove': members('DELETE /files/:id', ownLink, 204),

    'files.usedIn': members('GET /files/:id/used-in', ownLink),
    'links.find': members('POST /links', async () => ({ body: { posts: [newId()] } })),

    'comments.list': members('GET /comments/post/:id', ownPost),
    'comments.create': members('POST /comments/post/:id', withBody({ content: 'De acuerdo.' }, ownPost), 201),
    'comments.update': members('PUT /comments/:id', withBody({ content: 'No tanto.' }, ownComment)),
    'comments.remove': members('DELETE /comments/:id', ownComment, 204),

    'notices.list': members('GET /notices'),
    'notices.read': members('PUT /notices/read', async () => ({ body: { subject: newId() } })),
    'notices.broadcast': members('GET /notices/broadcasts/:id', ownBroadcast),
    'notices.readSettings': members('GET /notices/settings'),
    'notices.updateSettings': members('PUT /notices/settings', withBody({ chat: 'all' })),
    'notices.readFollowing': members('GET /posts/:id/following', ownPost),
    'notices.follow': members('PUT /posts/:id/following', withBody({ state: 'muted' }, ownPost)),

    'chat.list': members('GET /chat/messages'),
    'chat.create': members('POST /chat/messages', withBody({ message: 'Buenas tardes' }), 201),
    'chat.update': members('PUT /chat/messages/:id', withBody({ message: 'Buenas noches' }, ownMessage)),
    'chat.remove': members('DELETE /chat/messages/:id', ownMessage, 204),
    'chat.changes': members('GET /chat/changes', async () => ({ query: '?after=0' })),
    'reactions.read': members('GET /reactions/:kind/:id', ownComment),
    'reactions.add': members('PUT /reactions/:kind/:id', withBody({ emoji: '👍' }, ownComment)),
    'reactions.remove': members('DELETE /reactions/:kind/:id', withBody({ emoji: '👍' }, ownComment)),
    'chat.reading': members('GET /chat/reading'),
    'chat.read': members('PUT /chat/reading', withBody({ seq: 0 })),

    'news.list': members('GET /news'),
    'news.shared': members('GET /news/shared', async () => ({ query: '?url=https://faro.example/' })),
    'news.read': members('GET /news/:id', ownNews),
    'news.create': members('POST /news', withBody({ title: 'El faro', url: 'https://faro.example/' }), 201),
    'news.title': members('POST /news/title', withBody({ url: 'https://faro.example/' })),
    'news.initialize': admins('POST /news/initialize'),
    'news.update': members('PUT /news/:id', withBody({ title: 'Otro', url: 'https://faro.example/' }, ownNews)),
    'news.remove': members('DELETE /news/:id', ownNews, 204),

    'preferences.read': members('GET /notifications/preferences'),
    'preferences.update': members('PUT /notifications/preferences', withBody({ new_posts: false })),
    'broadcasts.recipients': admins('GET /notifications/admin/recipients'),
    'broadcasts.send': admins(
      'POST /notifications/admin/broadcast',
      withBody({ subject: 'Asamblea', message: 'El jueves a las siete.' }),
    ),
    'mail.sendTest': admins('GET /notifications/test/new-post'),
    'preferences.listAll': admins('GET /notifications/admin/users/preferences'),
    'preferences.updateOfUser': admins(
      'PUT /notifications/admin/users/:id/preferences',
      withBody({ weekly_digest: true }, newAccount),
    ),
    'preferences.bulkUpdate': admins('POST /notifications/admin/preferences/bulk-update', async () => ({
      body: { user_ids: [(await newAccount()).id], preferences: { new_posts: false } },
    })),
    'mail.queueStatus': admins('GET /notifications/admin/outbox'),
    'mail.retryQueued': admins('POST /notifications/admin/outbox/retry'),
    'mail.list': admins('GET /notifications/admin/mails'),
    'mail.deliveries': admins('GET /notifications/admin/mails/:id/deliveries', newMail),
    'mail.retryFailed': admins('POST /notifications/admin/mails/:id/retry', newMail),

    'whatsNew.read': members('GET /sections'),
    'whatsNew.markSeen': members('PUT /sections/:section', async () => ({ body: { until: community.moment() } })),
    'whatsNew.visit': members('GET /sections/visit'),
    'whatsNew.endVisit': members('PUT /sections/visit', async () => ({ body: { until: community.moment() } })),
    'whatsNew.markConversationSeen': members(
      'PUT /sections/conversations/:id',
      async (caller) => ({ ...(await ownPost(caller)), body: { until: community.moment() } }),
      204,
    ),
    'audit.list': admins('GET /audit'),
    'policyReports.create': everybody(
      'POST /policy-reports',
      withBody({ 'csp-report': { 'effective-directive': 'img-src' } }),
      204,
    ),
    'firstSteps.read': admins('GET /admin/first-steps'),
    'firstSteps.setAside': admins('PUT /admin/first-steps', withBody({ name: 'mail', is_set_aside: true })),
    'state.read': admins('GET /admin/state'),
    // there is no place for snapshots here: tests/server/state/snapshots.test.ts
    'state.makeSnapshot': admins('POST /admin/state/snapshot', undefined, 409),

    'posts.linkedFrom': members('GET /posts/:id/linked-from', ownPost),
    'posts.versions': members('GET /posts/:id/versions', ownPost),
    'posts.version': members('GET /posts/:id/versions/:version', ownPost),
    'posts.removeVersion': members(
      'DELETE /posts/:id/versions/:version',
      async (caller) => {
        const post = await ownPost(caller)
        expectDone(await hipatia.put(`/posts/${post.id}`, { title: 'Uno', content: 'Dos' }))
        return post
      },
      204,
    ),
    'posts.remove': members('DELETE /posts/:id', ownPost, 204),
  }

  return { table, another }
}
