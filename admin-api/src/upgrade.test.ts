/** What the oldest supported version left is read by this one: by its owner, in every list of the panel. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  fillSupportedFolder,
  RECORDED,
  supportedAccounts,
} from '@veldlicht/database/testing/supported-folder';
import { generateSync } from 'otplib';
import { beforeEach, expect, it } from 'vitest';
import { passwords } from '#auth/password.ts';
import { jarOf, trySignIn } from '#testing/accounts.ts';
import { refusal } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';

const { username, password, totpSecret, backupCode, uploadKey } = supportedAccounts;
const t = useTestApp({ fill: fillSupportedFolder, passwords });

const signIn = (code: string) => trySignIn(t, username, { password, code });
beforeEach(() => {
  t.pass(RECORDED - START + 60_000);
  const key = (name: string) => readFileSync(path.join(t.folder.secrets, name));
  t.deps.secrets = {
    uploads: key('upload-signing'),
    twoFactor: key('two-factor'),
    mail: key('mail'),
  };
});

it('opens to the owner with password and code, and by a backup code once', async () => {
  const code = generateSync({ secret: totpSecret, epoch: t.deps.now() / 1000 });
  expect((await signIn(code)).status).toBe(200);
  expect((await signIn(backupCode)).status).toBe(200);
  expect((await signIn(backupCode)).status).toBe(401);
});

it('knows the key of a program', async () => {
  const put = (key: string) =>
    t.request(`/api/v1/photos/${'x'.repeat(201)}`, {
      method: 'PUT',
      body: 'picture',
      headers: { authorization: `Bearer ${key}` },
    });
  expect(await refusal(put(uploadKey))).toMatchObject({ code: 'invalid_input' });
  expect(await refusal(put(`${uploadKey.slice(0, -1)}x`))).toMatchObject({ status: 401 });
});

it('shows everything that is in it', async () => {
  const cookie = jarOf(await signIn(backupCode));
  const get = async (url: string) => {
    const answer = await t.request(url, { cookie });
    expect([url, answer.status]).toEqual([url, 200]);
    return answer.json();
  };
  const titles = async (url: string) =>
    ((await get(url)) as { title: string }[]).map(({ title }) => title).sort();
  expect(await titles('/api/admin/media')).toEqual([
    'Andere naam',
    'Beekje',
    'Concept',
    'Gepland',
    'Met positie',
    'Met toegestane positie',
    'Niet verwerkt',
    'Oehoe',
    'Otter',
    'Ree in de mist',
    '_DSC4711',
  ]);
  const items = (await get('/api/admin/media')) as { title: string }[];
  const item = (title: string) => items.find((one) => one.title === title);
  expect(item('Ree in de mist')).toMatchObject({
    hero: true,
    cover: true,
    featured: true,
    category: 'Vogels',
    date: '2026-01-09',
    location: '52.131234, 5.860456',
    locationPrivacy: 'exact',
    focus: { x: 0.3, y: 0.4 },
    tags: ['Mist', 'Winter'],
    alt: 'Een ree',
    originalName: '_DSC1.jpg',
    processing: 'ready',
  });
  expect(item('Oehoe')).toMatchObject({
    species: [
      { scientificName: 'Bubo bubo', dutchName: 'Oehoe', lifeStage: 'adult', nest: true },
      { scientificName: 'Bubo fixturensis', dutchName: 'Proefoehoe', kind: 'captive' },
    ],
    guard: { level: 'hidden' },
  });
  expect(item('Concept')).toMatchObject({ status: 'draft' });
  expect(item('Gepland')).toMatchObject({ publishFrom: '2036-01-01T06:00:00.000Z' });
  expect(item('Met positie')).toMatchObject({ withheld: true });
  expect(item('Met toegestane positie')).toMatchObject({ withheld: false, positionAllowed: true });
  expect(item('Niet verwerkt')).toMatchObject({ processingError: 'file_damaged' });
  expect(item('Beekje')).toMatchObject({ type: 'video', duration: 1 });
  expect(await titles('/api/admin/media/trash')).toEqual(['In de prullenbak']);
  expect(await titles('/api/admin/notes')).toEqual(['Concept van een notitie', 'Een ochtend']);
  expect(await titles('/api/admin/notes/trash')).toEqual(['Weggegooid']);
  expect(await get('/api/admin/series')).toMatchObject([
    { title: 'Langs de beek', body: { 0: { kind: 'text', text: 'Een **beek**.' }, length: 6 } },
  ]);
  expect(await get('/api/admin/contacts')).toMatchObject([
    // It was in another folder.
    { name: 'Twijfel', status: 'new' },
    { name: 'Joost', enquiry: { title: 'Ree in de mist' }, replies: [{ state: 'waiting' }] },
    { name: 'Mira', status: 'replied', replies: [{ state: 'sent', text: 'Dag Mira,\n\nJa.' }] },
  ]);
  expect(await get('/api/admin/contacts?folder=spam')).toMatchObject([{ name: 'Robot' }]);
  const known = (await get('/api/admin/users')) as { username: string }[];
  expect(known).toMatchObject([
    // Of the test, as the app of every test has.
    { username: 'eva' },
    { username: 'genodigd', invitedUntil: expect.any(String) },
    { username: 'iris', role: 'admin', twoFactorEnabled: true },
    { username: 'noor', role: 'editor' },
    { username: 'oud', status: 'inactive' },
  ]);
  expect(await get('/api/admin/passkeys')).toMatchObject([{ name: 'MacBook' }]);
  expect(await get('/api/admin/keys')).toMatchObject([{ name: 'Lightroom' }]);
  expect(await get('/api/auth/me')).toMatchObject({ backupCodesLeft: 9 });
  expect(await get('/api/settings')).toMatchObject({
    googleAnalyticsId: 'G-ABCD1234',
    contactRetentionMonths: 24,
    profile: { photographer: 'Iris Veldman', homeWork: 'series', contactEmail: 'post@example.nl' },
  });
  expect(await get('/api/admin/mail')).toMatchObject({
    server: { sender: 'site@example.nl' },
    messagesTo: 'berichten@example.nl',
    waiting: 3,
  });
  expect(await get('/api/admin/guard')).toMatchObject({ rules: { length: 3 } });
  expect(await get('/api/admin/species?q=fixturensis')).toMatchObject({ length: 4 });
  expect(await get('/api/admin/declined-keywords')).toEqual(['vos']);
  expect(await get('/api/admin/categories')).toMatchObject({ length: 7 });
  expect(await get('/api/admin/audit')).toMatchObject({ length: 50 });
  expect(JSON.stringify(await get('/api/admin/visits'))).toContain('"views":3');
  expect(await get('/api/admin/media/protected-places')).toEqual(['pAZZHBKAt997cN5c']);
  expect(await get('/api/admin/history')).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ undo: 'no' })]),
  });
});
