/** Views counted from the records of a real Caddy with our Caddyfile (decision 030). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { visits as visitsSchema } from '@veldlicht/contract/visits';
import { describe, expect, it } from 'vitest';
import { type RunningProduct, waitFor } from '../support/product.ts';
import { programsOf } from '../support/programs-of.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Maximum size of a file of records, so that requests with long headers fill more than two. */
const FILE_BYTES = 2 ** 20;
const MANY = 1200;

/** The product behind Caddy. */
interface Site {
  product: RunningProduct;
  origin: string;
  /** The owner's session. */
  cookie: string;
}

/** Tests of views, on a running site. */
export function describeCountedViews(site: () => Site): void {
  describe('views', () => {
    const look = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(site().origin + address, {
        method,
        redirect: 'manual',
        headers: { 'user-agent': BROWSER, dnt: '0', ...headers },
      });
    const read = async () => {
      const answer = await fetch(`${site().origin}/api/admin/visits`, {
        headers: { cookie: site().cookie },
      });
      return visitsSchema.parse(await answer.json());
    };
    const viewsOf = async (page: string) =>
      (await read()).pages.find((one) => one.path === page)?.views ?? 0;
    const folder = () => path.join(site().product.dataDir, 'visits');
    const recordFiles = () => readdirSync(folder()).filter((name) => name.startsWith('access'));
    const records = () =>
      readFileSync(path.join(folder(), 'access.log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));

    it('records only what is needed to count a view', async () => {
      const private_ = {
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-real-ip': '203.0.113.9',
        'accept-language': 'nl-geheim',
        cookie: 'sid=geheim',
        authorization: 'Bearer geheim',
      };
      await look('/over-geheim', private_);
      await look('/mediabibliotheek?zoek=geheim', {
        ...private_,
        referer: 'https://duckduckgo.com/',
      });
      await look('/api/media', private_);
      await look('/admin', private_);
      await look('/mediabibliotheek/', private_);
      const found = await waitFor('the record', async () =>
        records().find(({ user_id }) => String(user_id).includes('|https://duckduckgo.com/|')),
      );
      expect(found).toEqual({
        level: 'info',
        ts: expect.any(Number),
        logger: expect.stringMatching(/^http\.log\.access/),
        msg: 'handled request',
        user_id: `GET|/mediabibliotheek|0||||https://duckduckgo.com/|${BROWSER}`,
        status: 200,
      });
      const all = JSON.stringify(records());
      for (const text of ['203.0.113', 'geheim', '127.0.0.1', '::1', '/api/', '/admin'])
        expect([text, all.includes(text)]).toEqual([text, false]);
    });

    it('counts each page that a visitor gets once, but not robots or visitors who opt out', async () => {
      const before = await viewsOf('/mediabibliotheek');
      const { photos } = await read();
      const etag = (await look('/mediabibliotheek')).headers.get('etag') ?? '';
      expect((await look('/mediabibliotheek', { 'if-none-match': etag })).status).toBe(304);
      await look('/mediabibliotheek', { dnt: '1' });
      await look('/mediabibliotheek', { 'sec-gpc': '1' });
      await look('/mediabibliotheek', { 'sec-purpose': 'prefetch;prerender' });
      await look('/mediabibliotheek', { purpose: 'prefetch' });
      await look('/mediabibliotheek', { 'user-agent': 'Googlebot/2.1' });
      await look('/mediabibliotheek', {}, 'HEAD');
      await look('/mediabibliotheek.html');
      await look('/foto/weg-1234');
      await look('/mediabibliotheek', { referer: `${site().origin}/` });
      expect(await viewsOf('/mediabibliotheek')).toBe(before + 3);
      expect((await read()).photos).toEqual(photos);
    });

    it('loses and doubles no view while Caddy rotates files and the program is killed', async () => {
      const before = await viewsOf('/licentie');
      const referer = `https://voorbeeld.example.nl/${'a'.repeat((2.5 * FILE_BYTES) / MANY)}`;
      for (let i = 0; i < MANY; i += 1) {
        expect((await look('/licentie', { referer })).ok).toBe(true);
        if (i === MANY / 2) {
          await viewsOf('/licentie');
          const [api = 0] = programsOf(site().product, 'admin-api');
          process.kill(api, 'SIGKILL');
          await waitFor('the program to be back', async () => (await look('/api/health')).ok);
        }
      }
      expect(recordFiles().length).toBeGreaterThan(1);
      expect(await viewsOf('/licentie')).toBe(before + MANY);
      expect(recordFiles()).toEqual(['access.log']);
    });
  });
}
