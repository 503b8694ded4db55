import { describe, expect, it } from 'vitest';
import { proposedSubject, quoteOf, withoutQuote, withQuote } from './reply-facts.ts';

const asked = {
  name: 'Mira de Vries',
  message: 'Mag dit?\r\n\r\nMira',
  submittedAt: '2026-05-31T07:05:00.000Z',
  enquiry: null,
};
const photo = {
  photo: 'p1',
  title: 'Ree in de mist',
  purpose: 'home',
  size: '60x40',
  thumbnail: null,
} as const;
const about = { ...asked, message: '', enquiry: photo };

describe('a reply', () => {
  it('has the site or the photo as its subject', () => {
    expect(proposedSubject(asked, 'Veldlicht')).toBe('Re: uw bericht aan Veldlicht');
    expect(proposedSubject(about, 'Veldlicht')).toBe('Re: Ree in de mist');
  });

  it('quotes the message and the enquiry', () => {
    const [intro, ...lines] = quoteOf(asked).split('\n');
    expect(intro).toMatch(/^Op 31 mei 2026 om \d\d:05 schreef Mira de Vries:$/);
    expect(lines).toEqual(['> Mag dit?', '>', '> Mira']);
    expect(quoteOf(about).replaceAll('\u00a0', ' ').split('\n').slice(1)).toEqual([
      '> Ree in de mist',
      '> Afdruk voor thuis · 60 × 40 cm',
    ]);
  });

  it('ends with the quote, which is cut when the text is reused', () => {
    const sent = withQuote('Dag Mira,\n', asked);
    expect(sent).toBe(`Dag Mira,\n\n${quoteOf(asked)}`);
    expect(withoutQuote(sent, asked)).toEqual({ text: 'Dag Mira,', quoted: true });
    expect(withoutQuote('Dag Mira,', asked)).toEqual({ text: 'Dag Mira,', quoted: false });
  });
});
