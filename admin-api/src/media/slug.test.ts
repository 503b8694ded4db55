import { expect, it } from 'vitest';
import { freeSlug, randomFourDigits, slugWords } from './slug.ts';

it.each([
  ['Zeearend boven de Oostvaardersplassen', 'zeearend-boven-de-oostvaardersplassen'],
  ['Één ijsvogel, twéé reeën & ’s ochtends vroeg!', 'een-ijsvogel-twee-reeen-s-ochtends-vroeg'],
  ['Ĳsvogel / IJsland', 'ijsvogel-ijsland'],
  ['Straße, Ærø, Łódź', 'strasse-aero-lodz'],
  ['  --  ', 'foto'],
  ['日本', 'foto'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['../../etc/passwd', 'etc-passwd'],
])('makes of %s the words %s', (title, words) => {
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
