import {
  emptyProfile,
  publicSettings,
  settings as settingsSchema,
} from '@veldlicht/contract/settings';
import { contentState, jobs, settings } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { beforeEach, describe, expect, it } from 'vitest';
import { addTwoFactor } from '#testing/accounts.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

const t = useTestApp();
beforeEach(() => {
  const profile = { photographer: 'Eva de Wit' };
  t.db.update(settings).set({ googleAnalyticsId: 'G-ABCD1234', profile, enforce2fa: false }).run();
});

const profile = { ...emptyProfile, photographer: 'Eva de Wit' };
const { portrait, homeSeries, homeItems, ...shownProfile } = profile;
const open = { googleAnalyticsId: 'G-ABCD1234', profile: shownProfile };
const patch = (json: unknown) => t.send('PATCH', '/api/settings', json);
const change = (json: unknown) => readAnswer(settingsSchema, patch(json));
const read = (cookie?: string) => t.request('/api/settings', { cookie });
const row = () => t.rows(settings)[0];
const revision = () => t.rows(contentState)[0]?.revision;
const logged = () => t.audits('facts').flat();
const social = [
  { label: 'Instagram', url: 'https://instagram.com/eva' },
  { label: 'Facebook', url: '' },
  { label: 'LinkedIn', url: '' },
];

it('renders pictures again with the owner’s credits when the profile changes', async () => {
  const asked = () => t.rows(jobs).map(({ kind }) => kind);
  t.signInAs('admin');
  await change({ googleAnalyticsId: '' });
  expect(asked()).toEqual([]);
  await change({ profile: { copyrightHolder: 'Eva bv' } });
  expect(asked()).toEqual(['remake']);
});

it('returns the analytics id and profile to visitors, more to users, all to admins', async () => {
  expect(await (await read()).json()).toEqual(open);
  for (const role of ['viewer', 'editor', 'admin'] as const)
    expect(await readAnswer(settingsSchema, read(t.signInAs(role, role).cookie))).toEqual({
      ...open,
      profile,
      etag: expect.any(String),
      enforce2FA: false,
      ...(role === 'admin' && { contactRetentionMonths: null, countVisits: true }),
    });
  // A session that may only set up two-factor gets what visitors get (T10).
  t.db.update(settings).set({ enforce2fa: true }).run();
  expect(await readAnswer(publicSettings, read(t.cookie))).toEqual(open);
});

it.each([
  ['  UA-12345678-1\n', 'UA-12345678-1'],
  ['   ', null],
  [null, null],
])('stores the analytics id %j as %j', async (sent, stored) => {
  expect(await change({ googleAnalyticsId: sent })).toMatchObject({ googleAnalyticsId: stored });
  expect(row()?.googleAnalyticsId).toBe(stored);
});

describe('enforcing two-factor (T10)', () => {
  it('is logged, publishes nothing, and said again is no change long after the sign-in', async () => {
    await addTwoFactor(t, t.user.id);
    const before = revision();
    for (const enforce2FA of [true, false])
      expect(await change({ enforce2FA })).toMatchObject({ enforce2FA });
    await change({ contactRetentionMonths: 6 });
    const said = [
      { switched: { enforce2FA: true }, fields: [] },
      { switched: { enforce2FA: false }, fields: [] },
      { switched: {}, fields: ['contactRetentionMonths'] },
    ];
    expect([revision(), logged()]).toEqual([before, said]);
    t.pass(10 * 60_000);
    await change({ enforce2FA: false, googleAnalyticsId: null });
    expect(logged().at(-1)).toMatchObject({ fields: ['googleAnalyticsId'] });
  });

  it('is not turned on by an admin without it, nor anything that came along', async () => {
    const before = [row(), revision(), logged()];
    const json = { enforce2FA: true, googleAnalyticsId: null, profile: { heroTitle: 'Stilte' } };
    expect((await patch(json)).status).toBe(403);
    expect([row(), revision(), logged()]).toEqual(before);
  });
});

it('hides texts of the profile from visitors that may lead to a guarded item', async () => {
  const words = { heroTitle: 'Stilte', about: 'Elke dag bij Hesselink' };
  await change({ profile: words });
  const told = async () => (await readAnswer(publicSettings, read())).profile;
  expect(await told()).toMatchObject(words);
  const { imageUrl } = addFile(t.db);
  const shows = { species: [{ scientificName: 'Meles meles', nest: true }] };
  seedSpecies(t.db);
  await t.send('POST', '/api/admin/media', mediaPayload(imageUrl, shows));
  expect(await told()).toMatchObject({ heroTitle: 'Stilte', about: '' });
  expect((await change({})).profile).toMatchObject(words);
});

it('changes the profile in the named fields only', async () => {
  await change({ profile: { heroTitle: ' Stilte ', social } });
  expect(row()?.profile).toEqual({ photographer: 'Eva de Wit', heroTitle: 'Stilte', social });
  const after = await change({ profile: { photographer: '' } });
  expect(after.profile).toEqual({ ...emptyProfile, heroTitle: 'Stilte', social });
});

it('publishes once for what changed, logs its names, and neither for what did not', async () => {
  const before = revision() ?? 0;
  const about = { photographer: 'Eva de Wit', heroTitle: 'Stilte', about: 'Over mij' };
  await change({ googleAnalyticsId: null, profile: about });
  expect([revision(), logged()]).toEqual([
    before + 1,
    [{ switched: {}, fields: ['googleAnalyticsId', 'heroTitle', 'about'] }],
  ]);
  const same = [row(), revision(), logged()];
  for (const json of [
    {},
    { profile: {} },
    { profile: { photographer: 'Eva de Wit ' } },
    { enforce2FA: false },
  ])
    await change(json);
  expect([row(), revision(), logged()]).toEqual(same);
});
