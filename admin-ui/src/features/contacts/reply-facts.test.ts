import { describe, expect, it } from 'vitest';
import { blankReply, hasQuote, proposedSubject, quoteOf, toggledQuote } from './reply-facts.ts';

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

describe('what an answer begins with', () => {
  it('is about the site, or about the photo', () => {
    expect(proposedSubject(asked, 'Veldlicht')).toBe('Re: uw bericht aan Veldlicht');
    expect(proposedSubject(about, 'Veldlicht')).toBe('Re: Ree in de mist');
  });

  it('quotes the message, and what was asked of a photo', () => {
    const [intro, ...lines] = quoteOf(asked).split('\n');
    expect(intro).toMatch(/^Op 31 mei 2026 om \d\d:05 schreef Mira de Vries:$/);
    expect(lines).toEqual(['> Mag dit?', '>', '> Mira']);
    expect(quoteOf(about).replaceAll('\u00a0', ' ').split('\n').slice(1)).toEqual([
      '> Ree in de mist',
      '> Afdruk voor thuis · 60 × 40 cm',
    ]);
  });

  it('loses its quote by one press, edited or not, and gets it back by the next', () => {
    const written = `Dag Mira,${blankReply(asked).replace('> Mag dit?', '> Mag')}`;
    const away = toggledQuote(written, asked);
    expect(written.slice(0, away.start) + away.text + written.slice(away.end)).toBe('Dag Mira,');
    const back = toggledQuote('Dag Mira,\n', asked);
    const again = 'Dag Mira,\n'.slice(0, back.start) + back.text;
    expect(again).toBe(`Dag Mira,\n\n${quoteOf(asked)}`);
    expect([hasQuote(written, asked), hasQuote('Dag Mira,', asked)]).toEqual([true, false]);
  });
});
