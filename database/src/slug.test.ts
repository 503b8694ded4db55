import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freeSlug, randomFourDigits, slugWords } from './slug.ts';
import { dutchNotations, noises, worldNotations } from './testing/notations.ts';

it.each([
  ['Zeearend boven de Oostvaardersplassen', 'zeearend-boven-de-oostvaardersplassen'],
  ['Één ijsvogel, twéé reeën & ’s ochtends vroeg!', 'een-ijsvogel-twee-reeen-s-ochtends-vroeg'],
  ['Ĳsvogel / IJsland', 'ijsvogel-ijsland'],
  ['Straße, Ærø, Łódź', 'strasse-aero-lodz'],
  ['  --  ', 'foto'],
  ['日本', 'foto'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Zomer 2024', 'zomer'],
  ['3 reeën en 12 vossen', '3-reeen-en-12-vossen'],
  ['Oehoenest 52.131234, 5.860456', 'oehoenest'],
  ['Nest, RD 193245 460310', 'nest'],
  ['52 13 / 5 86', 'foto'],
])('turns %s into %s', (title, words) => {
  expect(slugWords(title, 'photo')).toBe(words);
});

it('names a video without letters a video, and cuts long titles between words', () => {
  expect(slugWords('!!!', 'video')).toBe('video');
  const words = slugWords('lange titel '.repeat(30), 'photo');
  expect(words.length).toBeLessThanOrEqual(60);
  expect(words).toMatch(/(?:lange|titel)$/);
});

it('ends in four digits and takes others when the slug is taken', () => {
  const digits = ['0001', '0002', '0003'];
  const next = () => digits.shift() ?? '';
  expect(freeSlug('ree', (slug) => slug !== 'ree-0003', next)).toBe('ree-0003');
  expect(freeSlug('ree', () => false, next, '4242')).toBe('ree-4242');
  expect(randomFourDigits()).toMatch(/^\d{4}$/);
  expect(() =>
    freeSlug(
      'ree',
      () => true,
      () => '0001',
    ),
  ).toThrow('no free slug');
});

it('counts the digits of every script before it keeps any', () => {
  expect(slugWords('Ree ١٢٣٤٥ ①', 'photo')).toBe('ree');
  expect(slugWords('Ree ١٢ ①', 'photo')).toBe('ree-1');
});

it('has no digits of a position, in any notation', () => {
  const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const position = fc.record({
    notation: fc.constantFrom(...Object.values({ ...worldNotations, ...dutchNotations })),
    noise: fc.constantFrom(...Object.values(noises)),
    lat: degrees(50, 54),
    lon: degrees(3, 7),
    before: fc.string({ unit: 'grapheme', maxLength: 20 }),
    after: fc.string({ unit: 'grapheme', maxLength: 20 }),
  });
  fc.assert(
    fc.property(position, ({ notation, noise, lat, lon, before, after }) => {
      const title = `${before} ${noise(notation(lat, lon), 7)} ${after}`;
      expect(slugWords(title, 'photo')).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    }),
    { numRuns: 500 },
  );
});

it('keeps four digits at most of any title, and no three of them together', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a 0123456789-.,°²１½'), maxLength: 60 }),
      (title) => {
        const words = slugWords(title, 'photo');
        expect(words).not.toMatch(/\d{3}|--|^-|-$/);
        expect(words.replace(/\D/g, '').length).toBeLessThanOrEqual(4);
      },
    ),
    { numRuns: 500 },
  );
});
