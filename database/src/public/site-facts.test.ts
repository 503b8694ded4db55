import { siteFacts } from '@veldlicht/contract/snapshot';
import { expect, it } from 'vitest';
import { toSiteFacts } from './site-facts.ts';

const titleOf = (photographer: string, siteTitle = '') =>
  toSiteFacts({ photographer, siteTitle }, null, 'https://example.nl').profile.siteTitle;

it('names the photographer in the title of a site that was given none', () => {
  expect(titleOf('')).toBe('Veldlicht · natuurfotografie');
  expect(titleOf('Hanneke de Wit')).toBe('Hanneke de Wit · natuurfotografie');
  expect(titleOf('Hanneke de Wit', 'Langs de Waal')).toBe('Langs de Waal');
});

it('makes no title that a snapshot refuses', () => {
  const long = 'a'.repeat(200);
  expect(siteFacts.shape.profile.shape.siteTitle.parse(titleOf(long))).toBe(long);
});
