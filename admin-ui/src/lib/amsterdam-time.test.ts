import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeLanguage } from '#i18n/i18n.ts';
import { allTexts } from '#testing/texts.ts';
import { amsterdamText, comesTwice, fromAmsterdam, toAmsterdam } from './amsterdam-time.ts';

await allTexts('en');

describe('a typed time', () => {
  it.each([
    ['2026-12-12T08:00', '2026-12-12T07:00:00.000Z'],
    ['2026-06-01T08:00', '2026-06-01T06:00:00.000Z'],
    ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['2027-01-01T00:00', '2026-12-31T23:00:00.000Z'],
  ])('%s in Amsterdam is %s', (text, iso) => {
    expect(fromAmsterdam(text, 'from')).toBe(iso);
    expect(fromAmsterdam(text, 'until')).toBe(iso);
    expect(toAmsterdam(iso)).toBe(text);
  });

  it('means the next hour if summer time skips it', () => {
    for (const bound of ['from', 'until'] as const) {
      const iso = fromAmsterdam('2026-03-29T02:30', bound);
      expect(iso).toBe('2026-03-29T01:30:00.000Z');
      expect(toAmsterdam(iso ?? '')).toBe('2026-03-29T03:30');
    }
  });

  it('means the shorter schedule in the repeated hour', () => {
    expect(fromAmsterdam('2026-10-25T02:30', 'from')).toBe('2026-10-25T01:30:00.000Z');
    expect(fromAmsterdam('2026-10-25T02:30', 'until')).toBe('2026-10-25T00:30:00.000Z');
    expect(comesTwice('2026-10-25T00:30:00.000Z')).toBe(true);
    expect(comesTwice('2026-10-25T02:00:00.000Z')).toBe(false);
    expect(comesTwice('2026-03-29T01:30:00.000Z')).toBe(false);
  });

  it.each(['', '2026-12-12', '2026-13-01T00:00', 'morgen', '12026-12-12T08:00'])(
    'is nothing when it is %j',
    (text) => expect(fromAmsterdam(text, 'from')).toBeNull(),
  );
});

it('round-trips, except for the skipped hour', () => {
  const minutes = fc.integer({
    min: Date.parse('1970-01-02T00:00Z') / 60_000,
    max: Date.parse('2099-12-30T00:00Z') / 60_000,
  });
  fc.assert(
    fc.property(minutes, fc.constantFrom('from' as const, 'until' as const), (minute, bound) => {
      const iso = new Date(minute * 60_000).toISOString();
      const text = toAmsterdam(iso);
      const again = fromAmsterdam(text, bound) ?? '';
      expect(toAmsterdam(again)).toBe(text);
      if (!comesTwice(iso)) expect(again).toBe(iso);
    }),
    { numRuns: 400 },
  );
});

describe('in words', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  it('is short, and names another year', async () => {
    await changeLanguage('en');
    expect(amsterdamText('2026-12-12T07:00:00Z', now)).toBe('12 Dec 08:00');
    await changeLanguage('nl');
    expect(amsterdamText('2026-12-12T07:00:00Z', now)).toBe('12 dec 08:00');
    expect(amsterdamText('2026-12-31T23:30:00Z', now)).toBe('1 jan 2027 00:30');
  });
  it('names the zone in the repeated hour', () => {
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((iso) =>
      amsterdamText(iso, now),
    );
    expect(first).toMatch(/^25 okt 02:30 .+/);
    expect(second).toMatch(/^25 okt 02:30 .+/);
    expect(first).not.toBe(second);
  });
});
