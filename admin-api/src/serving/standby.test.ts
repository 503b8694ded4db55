import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addRelease, addRenditions } from '#testing/test-release.ts';
import { createStandbyApp, languageOf, type StandbyFacts } from './standby-app.ts';

const HASH = 'ab'.repeat(16);
const NEWEST = Date.UTC(2026, 4, 31, 1);

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
  addRelease(t.folder, 'r1');
});
afterEach(() => t.remove());

async function get(url: string, headers: Record<string, string> = {}, facts?: StandbyFacts) {
  const app = createStandbyApp({
    folder: t.folder,
    publicOrigin: ORIGIN,
    facts: facts ?? { reason: 'damaged', newestBackup: NEWEST },
  });
  const answer = await app.request(ORIGIN + url, { headers });
  return { answer, text: await answer.text() };
}

describe('while the database cannot be used', () => {
  it.each([
    ['/', 200],
    ['/mediabibliotheek', 200],
    ['/foto/ree-1234', 200],
    ['/_astro/page.Ab12.js', 200],
    ['/bibliotheek/0123456789abcdef.json', 200],
    ['/nergens', 404],
    ['/veldlicht.db', 404],
  ])('the site answers %s with %i as ever', async (url, status) => {
    const { answer, text } = await get(url);
    const usual = await t.request(url);
    expect([answer.status, text]).toEqual([status, await usual.text()]);
    expect([...answer.headers].sort()).toEqual([...usual.headers].sort());
  });

  it('serves published pictures, and no others to anyone', async () => {
    addRenditions(t.folder, HASH, true);
    expect((await get(`/media/${HASH}/960.jpg`)).answer.status).toBe(200);
    renameSync(path.join(t.folder.publicMedia, HASH), path.join(t.folder.publicMedia, 'away'));
    const { cookie } = t.signInAs('admin');
    expect((await get(`/media/${HASH}/960.jpg`, { cookie })).answer.status).toBe(404);
  });

  it.each(['/api/auth/me', '/api/health', '/api/nothing'])('refuses %s', async (url) => {
    const { answer, text } = await get(url);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(JSON.parse(text)).toMatchObject({ code: 'not_ready' });
  });

  it('answers the form of a visitor without script in plain Dutch', async () => {
    const { answer, text } = await get('/api/contact', { accept: 'text/html' });
    expect([answer.status, text.includes('later opnieuw')]).toEqual([503, true]);
  });

  it.each(['/admin', '/admin/media', '/admin/login'])('says the reason at %s', async (url) => {
    const { answer, text } = await get(url, { 'accept-language': 'nl-NL,nl;q=0.9,en;q=0.8' });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('De database is beschadigd');
    expect(text).toContain('31 mei 2026');
    expect(text).toContain('npm run restore');
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    expect(text).not.toContain(t.folder.root);
  });

  it.each(['missing', 'behind', 'unfinished', 'other'] as const)(
    'has words for %s',
    async (reason) => {
      const english = await get('/admin', {}, { reason, newestBackup: null });
      const dutch = await get(
        '/admin',
        { 'accept-language': 'nl' },
        { reason, newestBackup: null },
      );
      expect(english.text).toContain('No backup was found');
      expect(dutch.text).toContain('geen back-up gevonden');
      expect(english.text + dutch.text).not.toContain('undefined');
    },
  );
});

it('speaks Dutch to who asks for it first', () => {
  expect(languageOf('nl-BE,nl;q=0.9,en;q=0.5')).toBe('nl');
  expect(languageOf('en-GB,en;q=0.9,nl;q=0.5')).toBe('en');
  expect(languageOf('fr')).toBe('en');
  expect(languageOf(undefined)).toBe('en');
});
