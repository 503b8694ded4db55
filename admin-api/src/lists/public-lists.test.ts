/** The public lists: files for visitors, the private database for signed-in users. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { category } from '@veldlicht/contract/category';
import { mediaItem } from '@veldlicht/contract/media';
import { single, stored } from '@veldlicht/contract/testing/blocks';
import { settings } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useLibrary } from '#testing/library.ts';
import { publishLists } from '#testing/public-content.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addItem, addStory } from '#testing/test-content.ts';

const t = useTestApp({}, 'editor');
const library = useLibrary(t);
const lists = ['media', 'media/featured', 'media/recent', 'categories', 'notes', 'series'];

/** An entry in every list. */
async function addEntries(): Promise<void> {
  const { id } = addItem(t.db, { title: 'Ree', featured: true });
  const body = stored(single(id));
  const story = { title: 'Ree', date: '2026-01-09' };
  addStory(t.db, { ...story, kind: 'note', slug: 'ree-0001', body });
  addStory(t.db, { ...story, kind: 'series', slug: 'ree-0002', body });
}

describe('visitors who ask for a list', () => {
  const ask = (headers: Record<string, string> = {}, method = 'GET', name = 'media') =>
    t.request(`/api/${name}`, { method, headers });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  it('get it in an encoding they accept, with one weak ETag for all encodings', async () => {
    await addEntries();
    await publishLists(t);
    const plain = await ask();
    expect(plain.headers.get('content-encoding')).toBeNull();
    const json = String(await bytesOf(plain));
    expect(json).toContain('Ree');
    const [br, gzip] = [
      await ask({ 'accept-encoding': 'gzip, br' }),
      await ask({ 'accept-encoding': 'gzip' }),
    ];
    expect([br, gzip].map(({ headers }) => headers.get('content-encoding'))).toEqual([
      'br',
      'gzip',
    ]);
    expect(String(brotliDecompressSync(await bytesOf(br)))).toBe(json);
    expect(String(gunzipSync(await bytesOf(gzip)))).toBe(json);
    const answers = [plain, br, gzip];
    expect([...new Set(answers.map(({ headers }) => headers.get('etag')))]).toEqual([
      expect.stringMatching(/^W\/"/),
    ]);
    for (const { headers } of answers) {
      expect(headers.get('vary')?.split(', ')).toEqual(
        expect.arrayContaining(['Cookie', 'Accept-Encoding']),
      );
      expect(headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('get 304 until it changes', async () => {
    await publishLists(t);
    const headers = { 'if-none-match': (await ask()).headers.get('etag') ?? '' };
    const same = await ask(headers);
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(same.headers.get('vary')).toContain('Cookie');
    await addEntries();
    await publishLists(t);
    expect((await ask(headers)).status).toBe(200);
  });

  it('get its headers alone by HEAD', async () => {
    await publishLists(t);
    const [whole, head] = [await ask(), await ask({}, 'HEAD')];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
    expect(head.headers.get('content-length')).toBe(String((await bytesOf(whole)).length));
  });

  it('wait for one that is being written', async () => {
    let isAnswered = false;
    const answer = ask().finally(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(isAnswered).toBe(false);
    await publishLists(t);
    expect((await answer).status).toBe(200);
  });

  it('answer 503 with Retry-After when none comes', async () => {
    await t.reopen({ limits: { listMs: 60 } });
    const answer = await ask();
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await refusal(answer)).toEqual({
      status: 503,
      code: 'not_ready',
      reason: 'list_not_ready',
      error: 'This list is still being made; try again in a moment',
    });
  });

  it('contain nothing private', async () => {
    const place = '52.131234, 5.860412';
    await library.addTag('Nestplek');
    await library.create({ title: 'Geheim concept', status: 'draft', tags: ['Nestplek'] });
    await library.create({ title: 'Geheim later', publishFrom: '2030-01-01T00:00:00.000Z' });
    await library.create({ title: `Geheim ${place}` });
    const open = { location: place, featured: true };
    const { id } = await library.create({ ...open, title: 'Verborgen', locationPrivacy: 'hidden' });
    await library.create({ ...open, title: 'Ongeveer' });
    const story = { title: 'Vorst', date: '2026-01-09', cover: id };
    await t.send('POST', '/api/admin/notes', { ...story, title: 'Geheim', status: 'draft' });
    await t.send('POST', '/api/admin/notes', story);
    await t.send('POST', '/api/admin/series', story);
    await publishLists(t);
    for (const name of lists) {
      const json = await (await ask({}, 'GET', name)).text();
      expect([name, json]).toEqual([name, expect.stringMatching(/Verborgen|fauna/)]);
      expect(json).not.toMatch(/Geheim|Nestplek|131234|860412|hidden/);
    }
  });
});

describe('a signed-in user', () => {
  const get = (name: string) => t.send('GET', `/api/${name}`);

  it('gets changes at once, without the worker, uncached', async () => {
    await t.reopen({ limits: { listMs: 0 } });
    const { id } = await library.create({
      title: 'Ree',
      featured: true,
      location: '52.1312, 5.8604',
    });
    await library.create({ title: 'Concept', featured: true, status: 'draft' });
    const told = async () => {
      const all = lists
        .filter((name) => name.startsWith('media'))
        .map(async (name) => {
          const answer = await get(name);
          expect(answer.headers.get('cache-control')).toBe('no-store');
          return readAnswer(z.array(mediaItem), answer);
        });
      return (await Promise.all(all)).map((list) =>
        list.map(({ title, location }) => [title, location]),
      );
    };
    const expected = (title: string) => Array(3).fill([[title, '52.1312, 5.8604']]);
    expect(await told()).toEqual(expected('Ree'));
    await library.change(id, { title: 'Vos' });
    expect(await told()).toEqual(expected('Vos'));
  });

  it('gets every tag, used or not', async () => {
    await library.addTag('Mist');
    const names = async (cookie?: string) => {
      const answer = t.request('/api/categories', { cookie });
      return (await readAnswer(z.array(category), answer)).map(({ name }) => name);
    };
    await publishLists(t);
    expect(await names(t.cookie)).toContain('Mist');
    expect(await names()).not.toContain('Mist');
  });

  it('gets what visitors get until two-factor is set up', async () => {
    await library.addTag('Mist');
    await library.create({ title: 'Ree', location: '52.1312, 5.8604' });
    await publishLists(t);
    t.db.update(settings).set({ enforce2fa: true }).run();
    for (const name of lists) {
      const [setUp, visitor] = [await get(name), await t.request(`/api/${name}`)];
      expect([setUp.status, await setUp.text()]).toEqual([200, await visitor.text()]);
    }
  });
});
