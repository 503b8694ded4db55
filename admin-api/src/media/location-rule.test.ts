import { expect, it } from 'vitest';
import { placeAfter } from './media.service.ts';

const PAIR = '52.131200, 5.860400';

it.each([
  ['a pair', PAIR, 'approximate'],
  ['text', 'Veluwe', 'exact'],
  ['a place that can not be computed', '4V75+JX Domburg', 'hidden'],
  ['nothing', null, 'exact'],
])('a new item with %s and no choice', (_what, location, privacy) => {
  expect(placeAfter(null, { location })).toEqual({ location, locationPrivacy: privacy });
});

it('a choice that is given counts, whatever the text', () => {
  for (const locationPrivacy of ['exact', 'approximate', 'hidden'] as const) {
    expect(placeAfter(null, { location: PAIR, locationPrivacy })).toEqual({
      location: PAIR,
      locationPrivacy,
    });
    const before = { location: 'Veluwe', locationPrivacy: 'exact' } as const;
    expect(placeAfter(before, { location: PAIR, locationPrivacy }).locationPrivacy).toBe(
      locationPrivacy,
    );
  }
});

it.each([
  ['text becomes a pair', 'Veluwe', 'exact', PAIR, 'approximate'],
  ['nothing becomes a pair', null, 'exact', PAIR, 'approximate'],
  ['text gets a number', 'Veluwe', 'exact', 'Veluwe, vak 12', 'hidden'],
  ['the same text is sent again', PAIR, 'exact', PAIR, 'exact'],
  ['hidden text becomes a pair', 'Veluwe', 'hidden', PAIR, 'hidden'],
  ['a pair becomes another pair', PAIR, 'exact', '53.000000, 5.000000', 'approximate'],
  ['a pair becomes text', PAIR, 'approximate', 'Veluwe', 'approximate'],
  ['the place is not touched', PAIR, 'approximate', undefined, 'approximate'],
  ['the place is taken away', PAIR, 'approximate', null, 'approximate'],
] as const)('when %s', (_what, location, locationPrivacy, changed, after) => {
  const place = placeAfter({ location, locationPrivacy }, { location: changed });
  expect(place).toEqual({
    location: changed === undefined ? location : changed,
    locationPrivacy: after,
  });
});
