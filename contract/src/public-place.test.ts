import { describe, expect, it } from 'vitest';
import { cellCentre, publicPlace } from './public-place.ts';

describe('publicPlace', () => {
  it('words the cell of an approximate pair', () => {
    expect(publicPlace('52.1312, 5.8604', 'approximate')).toBe('omgeving 52,13° N 5,89° O');
  });
  it('gives every point of a cell the same words', () => {
    const words = new Set<string | null>();
    for (let i = 0; i < 50; i++) {
      const lat = 52.1 + (i / 50) * 0.0499;
      const lon = 5.85 + ((i * 7) % 50) * 0.00149;
      words.add(publicPlace(`${lat.toFixed(6)}, ${lon.toFixed(6)}`, 'approximate'));
    }
    expect(words.size).toBe(1);
  });
  it('names south and west in Dutch', () => {
    expect(publicPlace('-33.856800, -18.424100', 'approximate')).toMatch(/Z .*W$/);
  });
  it('publishes nothing for approximate text without a pair', () => {
    expect(publicPlace('Veluwe', 'approximate')).toBeNull();
  });
  it('shows an exact place as typed and hides a hidden one', () => {
    expect(publicPlace('Veluwe', 'exact')).toBe('Veluwe');
    expect(publicPlace('52.131200, 5.860400', 'hidden')).toBeNull();
    expect(publicPlace(null, 'exact')).toBeNull();
  });
});

it('keeps the cell centre within the cell', () => {
  expect(cellCentre({ lat: 52.1312, lon: 5.8604 })).toEqual({ lat: 52.13, lon: 5.89 });
});
