/** The list of addresses of an earlier site: what its lines may say, and what is said of the others. */
import { readReason, sentenceOf } from '@veldlicht/contract/reason';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRedirects as read, redirectKeys, replaceRedirects } from './redirects.ts';
import { redirects } from './schema.ts';
import { createTestDatabase } from './testing.ts';

const readRedirects = (text: string) => read(text, 'oud.csv');

let t: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  t = await createTestDatabase();
});
afterAll(() => t.remove());

it.each([
  ['/oud,/foto/ree-1234', '/oud', '/foto/ree-1234'],
  ['https://www.oud.nl/2012/05/ree/;/foto/ree-1234', '/2012/05/ree', '/foto/ree-1234'],
  ['\uFEFF/over-mij.html\t/over', '/over-mij', '/over'],
  ['"/a,b;c.php?id=3",/kaart#noord', '/a,b;c.php?id=3', '/kaart#noord'],
  ['/re%C3%ABn , /mediabibliotheek?tag=reeën', '/reën', '/mediabibliotheek?tag=ree%C3%ABn'],
  ['/50%korting,/', '/50%korting', '/'],
])('reads %s', (line, path, target) => {
  expect(readRedirects(`${line}\r\n`)).toEqual({ redirects: [{ path, target }], faults: [] });
  replaceRedirects(t.db, [{ path, target }]);
  expect(t.db.select().from(redirects).all()).toEqual([{ path, target }]);
});

describe('refuses', () => {
  it.each([
    ['/oud', '1 columns, not two'],
    ['/a,b,/over', '3 columns, not two'],
    ['oud,/over', '“oud” is neither a path'],
    ['//elders.nl/oud,/over', 'is neither a path'],
    ['ftp://oud.nl/a,/over', 'is neither a path'],
    ['/oud\\a,/over', 'is neither a path'],
    ['/,/over', 'is the home page'],
    ['https://oud.nl/?p=3,/over', 'is the home page'],
    ['/index.html,/over', 'is the home page'],
    ['/API/media,/over', 'is an address of Veldlicht itself'],
    ['/admin,/over', 'is an address of Veldlicht itself'],
    [`/${'x'.repeat(2048)},/over`, 'more than 2048 characters'],
    ['/oud,over', 'is not a path on this site'],
    ['/oud,', 'is not a path on this site'],
    ['/oud,https://elders.nl/', 'is not a path on this site'],
    ['/oud,//elders.nl/', 'is not a path on this site'],
    ['/oud,/\\elders.nl/', 'is not a path on this site'],
    ['/oud,/.//elders.nl/', 'is not a path on this site'],
    ['/oud,/a/..//elders.nl/', 'is not a path on this site'],
    ['/oud,"/over\r\nSet-Cookie: a=b"', 'is not a path on this site'],
    ['/oud,/oud', 'is an old address itself'],
    ['/oud,/oud.html?x', 'is an old address itself'],
    ['"/oud,/over', 'can’t be read as a table'],
  ])('%s', (line, words) => {
    const { faults } = readRedirects(line);
    expect(faults.map(sentenceOf)).toEqual([expect.stringContaining(words)]);
  });

  it('each wrong line by its number, also one that says something else than an earlier one', () => {
    const lines = ['/a,/over', '', 'b,/over', '/c,over', '/A,/', '/a/,/', '/d,/a'];
    const { faults } = readRedirects(lines.join('\n'));
    expect(faults.map((one) => readReason(one).params.line)).toEqual(['3', '4', '6', '7']);
  });

  it('in the table itself what leads to another host', () => {
    for (const target of ['', 'over', '//elders.nl', '/\\elders.nl', 'https://elders.nl'])
      expect(() => replaceRedirects(t.db, [{ path: '/oud', target }])).toThrow();
    expect(() => replaceRedirects(t.db, [{ path: '/oud', target: '/' }])).not.toThrow();
  });
});

it('has one key for all spellings of an address, first with its query', () => {
  expect(redirectKeys('/re%c3%abn/', '?p=1')).toEqual(['/reën?p=1', '/reën']);
  expect(redirectKeys('/a.html', '')).toEqual(['/a']);
  expect(redirectKeys('/%zz', '')).toEqual(['/%zz']);
});

it('replaces all redirects by a file of thousands of lines', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `/oud/${i},/over`);
  const { redirects: rows, faults } = readRedirects(lines.join('\n'));
  expect([rows.length, faults]).toEqual([3000, []]);
  replaceRedirects(t.db, rows);
  expect(t.db.select().from(redirects).all()).toHaveLength(3000);
});
