/**
 * Every route of the API, with its least role and a valid call. The security suites compare this table with the app's
 * own routes: a route without a row fails.
 */
import { historyPage } from '@veldlicht/contract/history';
import { accessLinks, categories, species, throttles, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { hashSessionSecret } from '#auth/sessions.ts';
import { removeTwoFactor } from '#two-factor/codes.ts';
import { addTwoFactor } from './accounts.ts';
import { addBuild, addPublicFile, shown } from './ci-build.ts';
import { contactRoutes } from './contact-routes.ts';
import { movingRoutes } from './moving-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { publishLists } from './public-content.ts';
import { readAnswer } from './read-answer.ts';
import { addKey, remoteRoutes, userOf } from './remote-routes.ts';
import { another, answerOf, type Prepare, route } from './route-row.ts';
import { storyRoutes } from './story-routes.ts';
import { ORIGIN, type TestApp } from './test-app.ts';
import { addBackup, addFile, chosenFile, mediaPayload } from './test-content.ts';

/** Removes the second factor of the cookie's user; returns their id. */
function withoutTwoFactor(t: TestApp, cookie: string): string {
  const id = userOf(t, cookie)?.id ?? '';
  removeTwoFactor(t.db, id);
  return id;
}
const passwordOf = (t: TestApp, cookie: string) => `password of ${userOf(t, cookie)?.username}`;

/** Starts a set-up; returns a right code. */
async function pendingCode(t: TestApp, cookie: string): Promise<string> {
  withoutTwoFactor(t, cookie);
  const { secret } = await answerOf(t, cookie, 'POST', '/api/2fa/setup');
  return generateSync({ secret, epoch: t.deps.now() / 1000 });
}

const tag = () => ({ name: another('tag'), type: 'tag' });
const newPayload = (t: TestApp) => mediaPayload(addFile(t.db).imageUrl);
const addMedia = async (t: TestApp, cookie: string) =>
  (await answerOf(t, cookie, 'POST', '/api/admin/media', newPayload(t))).id;
const addTag = async (t: TestApp, cookie: string) =>
  (await answerOf(t, cookie, 'POST', '/api/admin/categories', tag())).id;
const oehoe = { scientificName: 'Bubo bubo', dutchName: 'Oehoe', group: 'birds' } as const;
const addTicket = async (t: TestApp, cookie: string) =>
  (await answerOf(t, cookie, 'POST', '/api/objects/upload')).uploadURL.replace(ORIGIN, '');

const addTrashed = async (t: TestApp, cookie: string) => {
  const id = await addMedia(t, cookie);
  await t.request(`${MEDIA}/${id}`, { method: 'DELETE', cookie });
  return id;
};

/** Changes an item; returns its id and the change. */
const addChange = async (t: TestApp, cookie: string) => {
  const id = await addMedia(t, cookie);
  await t.request(`${MEDIA}/${id}`, { method: 'PATCH', cookie, json: { alt: another('alt') } });
  const { entries } = await readAnswer(historyPage, t.request('/api/admin/history', { cookie }));
  return { id, change: entries[0]?.change };
};

const MEDIA = '/api/admin/media';
const SPECIES = '/api/admin/species';
const TAGS = '/api/admin/categories';
const USERS = '/api/admin/users';
const onMedia =
  (json?: unknown, end = ''): Prepare =>
  async (t, cookie) => ({ url: `${MEDIA}/${await addMedia(t, cookie)}${end}`, json });
const onTag =
  (json?: unknown): Prepare =>
  async (t, cookie) => ({ url: `${TAGS}/${await addTag(t, cookie)}`, json });
const onUser =
  (json?: unknown): Prepare =>
  (t) => ({ url: `${USERS}/${t.addUser('viewer', another('person')).id}`, json });

const own = { own: true } as const;
const confirms = { confirms: true } as const;
const both = { ...own, ...confirms };
const somebody: Prepare = (t) => {
  const username = another('somebody');
  t.addUser('viewer', username);
  return { json: { username, password: `password of ${username}` } };
};
const ownPassword: Prepare = (t, cookie) => ({ json: { password: passwordOf(t, cookie) } });
const newOwnPassword: Prepare = (t, cookie) => ({
  json: { currentPassword: passwordOf(t, cookie), newPassword: 'nevel boven het ven' },
});
const noFactor: Prepare = (t, cookie) => void withoutTwoFactor(t, cookie);
const setUpCode: Prepare = async (t, cookie) => ({ json: { token: await pendingCode(t, cookie) } });
const factor: Prepare = async (t, cookie) => {
  const { codeAt } = await addTwoFactor(t, withoutTwoFactor(t, cookie));
  return { json: { token: codeAt(t.deps.now()) } };
};
const withFactor: Prepare = async (t, cookie) => void (await factor(t, cookie));
const person =
  (rest: object = {}): Prepare =>
  () => {
    const username = another('person');
    return { json: { username, email: `${username}@example.nl`, role: 'viewer', ...rest } };
  };
/** Adds a reset link; returns its token. */
function addLink(t: TestApp): string {
  const token = another('token');
  const { id: userId } = t.addUser('viewer', another('person'));
  const link = { tokenHash: hashSessionSecret(token), userId, createdAt: t.deps.now() };
  t.db
    .insert(accessLinks)
    .values({ ...link, kind: 'reset' })
    .run();
  return token;
}
const madeBackup: Prepare = async (t) => void (await addBackup(t));
/** Nothing listens on port 1, so the test message fails at once. */
const nowhere: Prepare = (t, cookie) => {
  const email = `${another('mail')}@example.nl`;
  const id = userOf(t, cookie)?.id ?? '';
  t.db.update(users).set({ email }).where(eq(users.id, id)).run();
  const server = { host: '127.0.0.1', port: 1, encryption: 'auto', username: '' };
  return { json: { server: { ...server, sender: 'site@example.nl' } } };
};

export const routeTable = [
  route('POST /api/auth/login', 'anon', 200, somebody, own),
  route('POST /api/auth/confirm', 'setup', 204, ownPassword, own),
  route('POST /api/auth/logout', 'anon', 204, undefined, own),
  route('GET /api/auth/me', 'setup', 200),
  route('POST /api/2fa/setup', 'setup', 200, noFactor, both),
  route('POST /api/2fa/verify', 'setup', 200, setUpCode, own),
  route('POST /api/2fa/disable', 'viewer', 200, factor, both),
  route('POST /api/2fa/regenerate-backup-codes', 'viewer', 200, withFactor, both),
  route('POST /api/2fa/backup-codes-saved', 'viewer', 204, undefined, own),
  route('POST /api/auth/password', 'viewer', 204, newOwnPassword, own),
  route('GET /api/auth/reset', 'anon', 200),
  route('POST /api/auth/reset', 'anon', 204, (t) => {
    t.db.delete(throttles).run();
    return { json: { name: another('somebody') } };
  }),
  route('POST /api/auth/link', 'anon', 200, (t) => ({ json: { token: addLink(t) } })),
  route('POST /api/auth/link/password', 'anon', 204, (t) => ({
    json: { token: addLink(t), password: 'nevel boven het ven' },
  })),
  route('POST /api/admin/invitations', 'admin', 201, person(), confirms),
  route(
    `POST ${USERS}/:id/invitation`,
    'admin',
    200,
    (t) => {
      const { id } = t.addUser('viewer', another('person'));
      t.db.update(users).set({ invitedAt: t.deps.now() }).where(eq(users.id, id)).run();
      return { url: `${USERS}/${id}/invitation` };
    },
    confirms,
  ),
  ...passkeyRoutes,
  route(`GET ${USERS}`, 'admin', 200),
  route(`POST ${USERS}`, 'admin', 201, person({ password: 'nevel boven het ven' }), confirms),
  route(`GET ${USERS}/:id`, 'admin', 200, onUser()),
  route(`PATCH ${USERS}/:id`, 'admin', 200, onUser({ status: 'inactive' }), confirms),
  route(`DELETE ${USERS}/:id`, 'admin', 204, onUser(), confirms),
  route('GET /api/admin/audit', 'admin', 200),
  route('GET /api/admin/audit/actors', 'admin', 200),
  ...contactRoutes,
  route('GET /api/admin/visits', 'viewer', 200),
  route('DELETE /api/admin/visits', 'admin', 204),
  route('GET /api/admin/mail', 'admin', 200),
  route(
    'PATCH /api/admin/mail',
    'admin',
    200,
    () => ({ json: { messagesTo: `${another('mail')}@example.nl` } }),
    confirms,
  ),
  route('POST /api/admin/mail/test', 'admin', 200, nowhere, confirms),
  route('GET /api/admin/backup', 'admin', 200),
  route('POST /api/admin/backup', 'admin', 200),
  route('POST /api/admin/backup/download', 'admin', 204, madeBackup, confirms),
  route('GET /api/admin/backup/download', 'admin', 200, madeBackup, confirms),
  ...movingRoutes,
  route('GET /api/build/snapshot', 'anon', 200, (t) => {
    addBuild(t);
    return { headers: shown };
  }),
  route('GET /api/build/files/:hash/:name', 'anon', 200, (t) => {
    addPublicFile(t, 'a'.repeat(32));
    return { url: `/api/build/files/${'a'.repeat(32)}/960.jpg`, headers: shown };
  }),
  route('POST /api/build/report', 'anon', 200, (t) => ({
    json: { snapshotId: addBuild(t), state: 'running', log: 'rendering' },
    headers: shown,
  })),
  route(`GET ${TAGS}`, 'viewer', 200),
  route('GET /api/admin/declined-keywords', 'viewer', 200),
  route('POST /api/admin/declined-keywords', 'editor', 200, () => ({
    json: { word: another('word') },
  })),
  route(`POST ${TAGS}`, 'editor', 201, () => ({ json: tag() })),
  // A new position, so that a call let in by mistake writes.
  route(`POST ${TAGS}/reorder`, 'editor', 200, (t) => {
    const place = t.rows(categories).find(({ id }) => id === 'fauna')?.sortOrder ?? 1;
    return { json: { updates: [{ id: 'fauna', sortOrder: (place % 4) + 1 }] } };
  }),
  route(`POST ${TAGS}/bulk`, 'editor', 201, () => ({ json: { categories: [tag()] } })),
  route(`GET ${TAGS}/:id`, 'viewer', 200, onTag()),
  route(`PATCH ${TAGS}/:id`, 'editor', 200, onTag({ description: 'x' })),
  route(`DELETE ${TAGS}/:id`, 'editor', 204, onTag()),
  route(`GET ${MEDIA}`, 'viewer', 200),
  route(`POST ${MEDIA}`, 'editor', 201, (t) => ({ json: newPayload(t) })),
  route(`GET ${MEDIA}/:id`, 'viewer', 200, onMedia()),
  route(`GET ${MEDIA}/protected-places`, 'viewer', 200),
  route(`DELETE ${MEDIA}/protected-places`, 'editor', 204),
  route(`POST ${MEDIA}/place`, 'editor', 200, () => ({
    json: { location: '52.131234, 5.860456' },
  })),
  route(`PATCH ${MEDIA}/:id`, 'editor', 200, onMedia({ title: 'Vos' })),
  route(`DELETE ${MEDIA}/:id`, 'editor', 204, onMedia()),
  // The file of this item is not on disk.
  route(`GET ${MEDIA}/:id/original`, 'editor', 404, onMedia(undefined, '/original')),
  route(`POST ${MEDIA}/:id/address`, 'editor', 200, onMedia(undefined, '/address')),
  route(`POST ${MEDIA}/bulk`, 'editor', 201, (t) => ({ json: { items: [newPayload(t)] } })),
  route(`POST ${MEDIA}/bulk-delete`, 'editor', 200, async (t, cookie) => ({
    json: { ids: [await addMedia(t, cookie)] },
  })),
  route(`POST ${MEDIA}/bulk-update`, 'editor', 200, async (t, cookie) => ({
    json: { ids: [await addMedia(t, cookie)], data: { featured: true } },
  })),
  route('GET /api/admin/history', 'editor', 200),
  route('POST /api/admin/history/:change/undo', 'editor', 200, async (t, cookie) => ({
    url: `/api/admin/history/${(await addChange(t, cookie)).change}/undo`,
  })),
  route('GET /api/admin/history/versions', 'editor', 200, () => ({
    url: '/api/admin/history/versions?entity=media&id=none',
  })),
  route('POST /api/admin/history/versions', 'editor', 200, async (t, cookie) => ({
    json: { entity: 'media', ...(await addChange(t, cookie)) },
  })),
  route(`GET ${MEDIA}/trash`, 'viewer', 200),
  route(`POST ${MEDIA}/trash/restore`, 'editor', 200, async (t, cookie) => ({
    json: { ids: [await addTrashed(t, cookie)] },
  })),
  route(`POST ${MEDIA}/trash/:id/restore`, 'editor', 200, async (t, cookie) => ({
    url: `${MEDIA}/trash/${await addTrashed(t, cookie)}/restore`,
  })),
  route(`DELETE ${MEDIA}/trash/:id`, 'admin', 204, async (t, cookie) => ({
    url: `${MEDIA}/trash/${await addTrashed(t, cookie)}`,
  })),
  ...['media', 'media/featured', 'media/recent', 'categories', 'notes', 'series'].map((list) =>
    route(`GET /api/${list}`, 'anon', 200, async (t) => {
      await publishLists(t);
      return {};
    }),
  ),
  ...storyRoutes('notes'),
  ...storyRoutes('series'),
  route('GET /api/species', 'anon', 200, () => ({ url: '/api/species?q=oehoe' })),
  route(`GET ${SPECIES}`, 'viewer', 200),
  route(`PUT ${SPECIES}`, 'editor', 200, () => ({ json: oehoe })),
  route(`DELETE ${SPECIES}/:name`, 'editor', 204, (t) => {
    t.db
      .insert(species)
      .values({ scientificName: 'Bubo bubo', groupName: 'birds', own: true })
      .onConflictDoUpdate({ target: species.scientificName, set: { own: true } })
      .run();
    return { url: `${SPECIES}/Bubo%20bubo` };
  }),
  route('GET /api/admin/guard', 'viewer', 200),
  route('GET /api/admin/guard/defaults', 'viewer', 200),
  route('GET /api/admin/leaks', 'viewer', 200),
  route('GET /api/admin/leaks/waiting', 'editor', 200),
  route('POST /api/admin/leaks/answers', 'editor', 204, () => ({
    json: { texts: [{ subject: 'shared', text: 'Hoenderloo', mayRead: true }] },
  })),
  route('PUT /api/admin/guard', 'admin', 200, (t) => {
    const { group: groupName, ...names } = oehoe;
    t.db
      .insert(species)
      .values({ ...names, groupName })
      .onConflictDoNothing()
      .run();
    const { scientificName } = oehoe;
    const rule = { scientificName, level: 'block', months: [], nestMonths: null, reason: '' };
    return { json: { rules: [rule] } };
  }),
  route('GET /api/admin/drafts', 'editor', 200),
  route('GET /api/admin/drafts/count', 'editor', 200),
  route('POST /api/admin/drafts', 'editor', 201, () => ({ json: { drafts: [chosenFile()] } })),
  route('PATCH /api/admin/drafts', 'editor', 200, () => ({
    json: { drafts: [{ id: another('draft'), fields: { title: 'Vos' } }] },
  })),
  route('POST /api/admin/drafts/discard', 'editor', 204, () => ({
    json: { ids: [another('draft')] },
  })),
  route('POST /api/objects/upload', 'editor', 200),
  // The ticket is the permission; only editors get one.
  route('PUT /api/uploads/:key', 'anon', 200, async (t, cookie) => ({
    url: await addTicket(t, cookie),
    body: 'picture',
  })),
  // Only for the sender: other editors get "no such upload".
  route('PUT /api/media-objects', 'editor', 200, async (t, cookie) => {
    const url = await addTicket(t, cookie);
    await t.request(url, { method: 'PUT', body: 'picture' });
    return { json: { mediaURL: ORIGIN + url } };
  }),
  route('GET /api/admin/keys', 'editor', 200),
  route('POST /api/admin/keys', 'editor', 201, () => ({ json: { name: another('key') } }), both),
  route(
    'DELETE /api/admin/keys/:id',
    'editor',
    204,
    (t, cookie) => ({ url: `/api/admin/keys/${addKey(t, cookie).id}` }),
    own,
  ),
  route('GET /api/admin/watch-folder', 'viewer', 200),
  route('DELETE /api/admin/watch-folder', 'editor', 204),
  ...remoteRoutes,
  route('GET /api/publishing/state', 'viewer', 200),
  route('GET /api/publishing/events', 'viewer', 200),
  route('POST /api/publishing/retry', 'editor', 200),
  route('GET /api/settings', 'anon', 200),
  route('PATCH /api/settings', 'admin', 200, () => ({ json: { googleAnalyticsId: 'G-ABCD1234' } })),
  route('GET /api/health', 'anon', 503),
];

export const writingRoutes = routeTable.filter(({ method }) => method !== 'GET');

/** The API routes of the app itself. */
export function routesOf(t: TestApp): string[] {
  const own = t.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
    .map(({ method, path }) => `${method} ${path}`);
  return [...new Set(own)].sort();
}
