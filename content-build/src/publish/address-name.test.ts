/** Addresses and file names map one to one. */
import { areaPath } from '@veldlicht/contract/grid-area';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, type Naming, nameOf } from './address-name.ts';

const slug = fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,2}$/);
const ending = fc.nat(9999).map((n) => String(n).padStart(4, '0'));
const below = (folder: string, rest: fc.Arbitrary<string | number>) =>
  rest.map((end) => `${folder}/${end}`);
const told = fc.tuple(slug, ending).map(([words, digits]) => `${words}-${digits}`);
const kilometres = fc.integer({ min: -60, max: 130 }).map((n) => n * 5);
const area = fc.record({ east: kilometres, north: fc.nat(130), side: fc.constantFrom(5, 20) });

/** Every kind of route that the site has. */
const address = fc.oneof(
  fc.constantFrom('/', '/404', '/over', '/licentie', '/bericht-verzonden', '/mediabibliotheek'),
  fc.constantFrom('/kaart', '/soorten', '/veldnotities', '/reeksen', '/verhalen.json'),
  fc.constantFrom('/robots.txt', '/rss.xml', '/sitemap.xml', '/manifest.webmanifest', '/icon.svg'),
  fc.constantFrom('/.well-known/tdmrep.json', '/release.json'),
  ...['/foto', '/video', '/veldnotities', '/reeks'].map((folder) => below(folder, told)),
  ...['/soort', '/categorie'].map((folder) => below(folder, slug)),
  area.map(areaPath),
  below('/mediabibliotheek/archief', fc.nat()),
  fc.nat().map((n) => `/sitemap-${n}.xml`),
  ending.map((digits) => `/retired-${digits}.txt`),
);
/** Parts of adversarial names and addresses. */
const word = fc.oneof(
  slug,
  fc.constantFrom(
    '',
    '.',
    '..',
    '.git',
    'index',
    'html',
    'br',
    'constructor',
    '20',
    'kaart',
    'a b',
  ),
  fc.constantFrom('index.html', 'x.html', 'x.HTML', 'x.html.br', 'x.gz', '.html', 'x.', 'x.xml'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const anything = fc.oneof(
  fc.array(word, { maxLength: 4 }).map((words) => words.join('/')),
  fc.array(word, { maxLength: 4 }).map((words) => `/${words.join('/')}`),
  address,
);

const attempt = (path: string, naming: Naming) => {
  try {
    return nameOf(path, naming);
  } catch {
    return null;
  }
};

describe.each(['file', 'address'] as const)('the name of an address (%s)', (naming) => {
  it('maps back to it, for every route of the site', () => {
    fc.assert(
      fc.property(address, (path) => {
        expect(addressOf(nameOf(path, naming), naming)).toBe(path);
      }),
    );
  });

  it('maps back to it or throws, for random addresses and names', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const name = attempt(text, naming);
        if (name !== null) expect(addressOf(name, naming)).toBe(text);
        const found = addressOf(text, naming);
        if (found !== null) expect(nameOf(found, naming)).toBe(text);
      }),
      { numRuns: 5000 },
    );
  });

  it('is never the folder of another name, nor outside the site', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (paths) => {
        const names = [...new Set(paths)].flatMap((path) => attempt(path, naming) ?? []);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) {
          expect(name).not.toMatch(/(?:^|\/)(?:\.\.?)?(?:\/|$)/);
          if (naming === 'file')
            expect(names.filter((one) => one.startsWith(`${name}/`))).toEqual([]);
        }
      }),
    );
  });
});

it.each([
  ['/', 'index.html', 'index.html'],
  ['/404', '404.html', '404.html'],
  ['/kaart', 'kaart.html', 'kaart'],
  ['/kaart/20/390', 'kaart/20/390.html', 'kaart/20/390'],
  ['/kaart/w45/370-20', 'kaart/w45/370-20.html', 'kaart/w45/370-20'],
  ['/foto/ree-1234', 'foto/ree-1234.html', 'foto/ree-1234'],
  ['/categorie/constructor', 'categorie/constructor.html', 'categorie/constructor'],
  ['/rss.xml', 'rss.xml', 'rss.xml'],
])('%s is %s in a folder and %s in a bucket', (path, file, key) => {
  expect([nameOf(path, 'file'), nameOf(path, 'address')]).toEqual([file, key]);
});

it.each([
  '/index',
  '/kaart/',
  '/kaart.html',
  '/a/../b',
  '/.git/config',
  '/over.html.br',
  'over',
  '',
])('“%s” is refused', (path) => {
  expect(() => nameOf(path, 'file')).toThrow('is no address of the site');
});
