import {
  emptyProfile,
  publicSettings,
  settings as settingsSchema,
} from '@veldlicht/contract/settings';
import { auditLog, contentState, settings, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';

let t: TestApp;
let admin: ReturnType<TestApp['signInAs']>;
beforeEach(async () => {
  t = await createTestApp();
  const profile = { photographer: 'Eva de Wit' };
  t.db.update(settings).set({ googleAnalyticsId: 'G-ABCD1234', profile, enforce2fa: false }).run();
  admin = t.signInAs('admin', 'eva');
});
afterEach(() => t.remove());

const profile = { ...emptyProfile, photographer: 'Eva de Wit' };
const patch = (json: unknown, cookie = admin.cookie) =>
  t.request('/api/settings', { method: 'PATCH', json, cookie });
const change = (json: unknown) => readAnswer(settingsSchema, patch(json));
const row = () => t.db.select().from(settings).get();
const revision = () => t.db.select().from(contentState).get()?.revision;
const logged = () => t.db.select().from(auditLog).all();

describe('reading', () => {
  const open = { googleAnalyticsId: 'G-ABCD1234', profile };

  it('tells visitors the analytics id and the profile, and nothing else', async () => {
    expect(await readAnswer(publicSettings, t.request('/api/settings'))).toEqual(open);
  });

  it.each(['viewer', 'editor', 'admin'] as const)(
    'tells a signed-in %s also whether two-factor is enforced',
    async (role) => {
      const { cookie } = t.signInAs(role, 'other');
      expect(await readAnswer(settingsSchema, t.request('/api/settings', { cookie }))).toEqual({
        ...open,
        etag: expect.any(String),
        enforce2FA: false,
        ...(role === 'admin' && { contactRetentionMonths: null }),
      });
    },
  );

  it('tells who may only set up two-factor no more than a visitor (T10)', async () => {
    t.db.update(settings).set({ enforce2fa: true }).run();
    const answer = t.request('/api/settings', { cookie: admin.cookie });
    expect(await readAnswer(publicSettings, answer)).toEqual(open);
  });
});

describe('the analytics id', () => {
  it.each([
    ['G-XXXXXXXXXX', 'G-XXXXXXXXXX'],
    ['  UA-12345678-1\n', 'UA-12345678-1'],
    ['', null],
    ['   ', null],
    [null, null],
  ])('%j is stored as %j', async (sent, stored) => {
    expect(await change({ googleAnalyticsId: sent })).toMatchObject({ googleAnalyticsId: stored });
    expect(row()).toMatchObject({
      googleAnalyticsId: stored,
      profile: { photographer: 'Eva de Wit' },
    });
  });

  it.each([
    'G-abc',
    'UA-1-1',
    'GTM-ABCD123',
    'G-ABCD1234"><script>',
    "G-ABCD1234');alert(1)//",
    'https://g.example/G-ABCD1234',
    'G-ABCD 1234',
    7,
    ['G-ABCD1234'],
    { toString: 'G-ABCD1234' },
  ])('%j is refused', async (sent) => {
    const before = row();
    expect(await refusal(patch({ googleAnalyticsId: sent }))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { googleAnalyticsId: expect.any(String) },
    });
    expect(row()).toEqual(before);
  });
});

describe('enforcing two-factor (T10)', () => {
  it('is turned on by an admin who has it, and off again; both are logged', async () => {
    await addTwoFactor(t, admin.user.id);
    expect(await change({ enforce2FA: true })).toMatchObject({ enforce2FA: true });
    expect(row()?.enforce2fa).toBe(true);
    expect(await change({ enforce2FA: false })).toMatchObject({ enforce2FA: false });
    const base = { actor: 'eva', action: 'update', entity: 'settings', entityId: null };
    expect(logged()).toMatchObject([
      { ...base, summary: 'enforce2FA on' },
      { ...base, summary: 'enforce2FA off' },
    ]);
  });

  it('is not turned on by an admin without it, nor anything that came along', async () => {
    const before = [row(), revision()];
    const json = { enforce2FA: true, googleAnalyticsId: null, profile: { heroTitle: 'Stilte' } };
    expect(await refusal(patch(json))).toEqual({
      status: 403,
      code: 'own_two_factor_missing',
      error: 'Enable two-factor authentication on your own account first',
    });
    expect([row(), revision()]).toEqual(before);
    expect(logged()).toEqual([]);
  });

  it('needs a set-up that was finished', async () => {
    t.db.update(users).set({ totpSecret: 'pending' }).where(eq(users.id, admin.user.id)).run();
    expect((await patch({ enforce2FA: true })).status).toBe(403);
    expect(row()?.enforce2fa).toBe(false);
  });

  it('said again is no change, also where it is off and long after the sign-in', async () => {
    t.pass(10 * 60_000);
    const json = { enforce2FA: false, googleAnalyticsId: null };
    expect(await change(json)).toMatchObject(json);
    expect(logged()).toMatchObject([{ summary: 'googleAnalyticsId' }]);
  });

  it('holds for signed-in people without it from their next call on', async () => {
    const { cookie } = t.signInAs('editor', 'bob');
    await addTwoFactor(t, admin.user.id);
    await change({ enforce2FA: true });
    expect(await refusal(t.request('/api/admin/media', { cookie }))).toMatchObject({
      status: 403,
      error: '2FA Required',
    });
    await change({ enforce2FA: false });
    expect((await t.request('/api/admin/media', { cookie })).status).toBe(200);
  });

  it.each(['true', 1, null])('is true or false, not %j', async (enforce2FA) => {
    await addTwoFactor(t, admin.user.id);
    expect((await patch({ enforce2FA })).status).toBe(400);
    expect(row()?.enforce2fa).toBe(false);
  });
});

describe('how long messages are kept', () => {
  it('is chosen by an admin, told to admins only, logged, and publishes nothing', async () => {
    const before = revision();
    const { cookie } = t.signInAs('editor', 'bob');
    for (const months of [6, 120, 1, null]) {
      expect(await change({ contactRetentionMonths: months })).toMatchObject({
        contactRetentionMonths: months,
      });
      expect(row()?.contactRetentionMonths).toBe(months);
      expect(await (await t.request('/api/settings')).json()).not.toHaveProperty(
        'contactRetentionMonths',
      );
      expect(await (await t.request('/api/settings', { cookie })).json()).not.toHaveProperty(
        'contactRetentionMonths',
      );
    }
    expect(revision()).toBe(before);
    await change({ contactRetentionMonths: null });
    expect(logged().map(({ summary }) => summary)).toEqual(Array(4).fill('contactRetentionMonths'));
  });

  it.each([0, 121, 1.5, -1, '6', ''])('is not %j', async (contactRetentionMonths) => {
    expect((await patch({ contactRetentionMonths })).status).toBe(400);
    expect(row()?.contactRetentionMonths).toBeNull();
  });
});

describe('the profile', () => {
  const social = [
    { label: 'Instagram', url: 'https://instagram.com/eva' },
    { label: 'Facebook', url: '' },
    { label: 'LinkedIn', url: '' },
  ];

  it('changes in the named fields only', async () => {
    await change({ profile: { heroTitle: ' Stilte ', social } });
    expect(row()?.profile).toEqual({ photographer: 'Eva de Wit', heroTitle: 'Stilte', social });
    const after = await change({ profile: { photographer: '' } });
    expect(after).toEqual({
      googleAnalyticsId: 'G-ABCD1234',
      etag: expect.any(String),
      enforce2FA: false,
      contactRetentionMonths: null,
      profile: { ...emptyProfile, heroTitle: 'Stilte', social },
    });
    expect(await (await t.request('/api/settings')).json()).toMatchObject({
      profile: after.profile,
    });
  });

  it.each([
    { siteTitle: 'x'.repeat(201) },
    { about: 'x'.repeat(5001) },
    { contactEmail: 'eva' },
    { businessUrl: 'javascript:alert(1)' },
    { social: [{ label: 'a', url: 'data:text/html,x' }, social[1], social[2]] },
    { social: social.slice(1) },
    { social: [...social, social[0]] },
    { licence: null },
    { unknown: 'x' },
  ])('refuses %o', async (sent) => {
    const before = row();
    expect(await refusal(patch({ profile: sent }))).toMatchObject({ status: 400 });
    expect(row()).toEqual(before);
  });
});

describe('publishing', () => {
  it('is asked for by a changed id or profile, once for both', async () => {
    const before = revision() ?? 0;
    await change({ googleAnalyticsId: 'G-NEW12345' });
    expect(revision()).toBe(before + 1);
    await change({ profile: { heroTitle: 'Stilte' } });
    expect(revision()).toBe(before + 2);
    await change({ googleAnalyticsId: null, profile: { heroTitle: '' } });
    expect(revision()).toBe(before + 3);
  });

  it.each([
    {},
    { profile: {} },
    { googleAnalyticsId: ' G-ABCD1234 ' },
    { profile: { photographer: 'Eva de Wit ' } },
    { profile: { ...emptyProfile, photographer: 'Eva de Wit' }, enforce2FA: false },
  ])('is not asked for by %j, which changes nothing', async (json) => {
    const before = [row(), revision()];
    await change(json);
    expect([row(), revision()]).toEqual(before);
    expect(logged()).toEqual([]);
  });

  it('is not asked for by enforcement', async () => {
    await addTwoFactor(t, admin.user.id);
    const before = revision();
    await change({ enforce2FA: true });
    expect(revision()).toBe(before);
  });
});

it('logs the names of what changed', async () => {
  await change({
    googleAnalyticsId: null,
    profile: { photographer: 'Eva de Wit', heroTitle: 'Stilte', about: 'Over mij' },
  });
  expect(logged()).toMatchObject([{ summary: 'googleAnalyticsId, heroTitle, about' }]);
});

it.each([
  '{"id":2}',
  '{"revision":99}',
  '{"enforce2fa":true}',
  '{"__proto__":{"enforce2FA":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"profile":{"__proto__":{"photographer":"x"}}}',
  '[]',
  'null',
])('takes no %s (T13)', async (body) => {
  await addTwoFactor(t, admin.user.id);
  const before = [t.db.select().from(settings).all(), revision()];
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'PATCH', cookie: admin.cookie, headers, body };
  expect(await refusal(t.request('/api/settings', sent))).toMatchObject({ status: 400 });
  expect([t.db.select().from(settings).all(), revision()]).toEqual(before);
});

const texts = Object.keys(emptyProfile).filter((name) => name !== 'social');

it.each(texts)(
  'refuses hostile texts in %s, or stores those that can be seen as they are (T14)',
  async (name) => {
    for (const text of hostileTexts) {
      const response = await patch({ profile: { [name]: text } });
      expect([200, 400]).toContain(response.status);
      if (response.status === 400) continue;
      const stored = await readAnswer(settingsSchema, response);
      const wanted = { [name]: text === '\u0000' ? '' : text.trim() };
      expect(stored.profile).toMatchObject(wanted);
      expect(row()?.profile).toMatchObject(wanted);
    }
    expect(t.db.select().from(settings).all()).toHaveLength(1);
  },
);
