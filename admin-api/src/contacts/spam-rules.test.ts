import { contactInput } from '@veldlicht/contract/contact';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { looksLikeSpam } from './contact-form.service.ts';

const plain = { name: 'Noor', email: 'noor@example.nl', phone: null, message: 'Dag!' };
const link = 'https://example.nl/a ';

it.each([
  ['the plain payload of the specification', {}, false],
  ['an empty hidden field', { website: '' }, false],
  ['a hidden field that was filled', { website: 'x' }, true],
  ['a hidden field with a space', { website: ' ' }, true],
  ['two seconds and 999 milliseconds', { fillMs: 2999 }, true],
  ['three seconds', { fillMs: 3000 }, false],
  ['no time at all', { fillMs: 0 }, true],
  ['three links', { message: link.repeat(3) }, false],
  ['four links', { message: link.repeat(4) }, true],
  ['four links without a scheme', { message: 'WWW.a.nl www.b.nl www.c.nl www.d.nl' }, true],
  ['a link in the name', { name: 'Win www.example.com' }, true],
  ['markup of pages', { message: '<A href=x>klik</a>' }, true],
  ['markup of forums', { message: '[url=x]klik[/url]' }, true],
  ['an arrow and a bracket', { message: 'a < b [zie boven]' }, false],
])('%s', (_, change, expected) => {
  expect(looksLikeSpam({ ...plain, ...change })).toBe(expected);
});

/** Words that people write; none of them is a link or markup. */
const words = fc
  .array(fc.constantFrom('ree', 'nevel', 'om 7:30', '06-12345678', 'a@b.nl', '<3', 'www', '//'))
  .map((parts) => parts.join(' '));
const links = fc.constantFrom('http://a.nl', 'HTTPS://b.nl/c?d', 'www.e.nl');

it('takes no patient writer with at most three links for a program', () => {
  fc.assert(
    fc.property(
      words,
      words,
      fc.array(links, { maxLength: 3 }),
      fc.option(fc.integer({ min: 3000 }), { nil: undefined }),
      (name, text, few, fillMs) => {
        const message = `${text} ${few.join(' ')}`;
        expect(looksLikeSpam({ ...plain, name, message, fillMs })).toBe(false);
      },
    ),
  );
});

it('knows a program by each of its marks, whatever else it sends', () => {
  const message = fc.record({ name: words, message: words });
  const mark = fc.oneof(
    fc.string({ minLength: 1 }).map((website) => ({ website })),
    fc.integer({ min: 0, max: 2999 }).map((fillMs) => ({ fillMs })),
    fc.array(links, { minLength: 4 }).map((many) => ({ message: many.join('\n') })),
    links.map((name) => ({ name })),
  );
  fc.assert(
    fc.property(message, mark, (typed, sign) => {
      expect(looksLikeSpam({ ...plain, ...typed, ...sign })).toBe(true);
    }),
  );
});

it('answers the same for the same message, however often, and for any text at all', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, message) => {
      const first = looksLikeSpam({ ...plain, name, message });
      expect(looksLikeSpam({ ...plain, name, message })).toBe(first);
    }),
  );
});

it('judges the longest message at once', () => {
  // A rule that looks back would take minutes for these; they are longer than any message may be.
  for (const part of ['<a', 'http', '[url', 'www.', 'w'])
    looksLikeSpam({ ...plain, message: part.repeat(500_000 / part.length) });
}, 30_000);

it('is asked about what the contract lets in', () => {
  const parsed = contactInput.parse({ ...plain, fillMs: '12000' });
  expect(looksLikeSpam(parsed)).toBe(false);
});
