import { expect, it } from 'vitest';
import { ladderSources } from './ladder.ts';
import { smallFirst } from './small-first.ts';

it('is the smallest file, for phones whose script asks for the large one afterwards', () => {
  const { media, srcset } = smallFirst(ladderSources('abc', 3000, 2000));
  expect(srcset).toBe('/media/abc/480.avif 480w');
  expect(media).toBe('(max-width: 767px) and (scripting: enabled)');
});
