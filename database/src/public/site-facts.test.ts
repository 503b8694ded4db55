import type { SiteProfile } from '@veldlicht/contract/settings';
import { siteFacts } from '@veldlicht/contract/site-facts';
import { expect, it } from 'vitest';
import { toSiteFacts } from './site-facts.ts';

const titleOf = (photographer: string, siteTitle = '') =>
  toSiteFacts({ photographer, siteTitle }, null, 'https://example.nl').profile.siteTitle;

it('names the photographer in the title of an untitled site', () => {
  expect(titleOf('')).toBe('Veldlicht · natuurfotografie');
  expect(titleOf('Hanneke de Wit')).toBe('Hanneke de Wit · natuurfotografie');
  expect(titleOf('Hanneke de Wit', 'Langs de Waal')).toBe('Langs de Waal');
});

it('has no label for a link without an address, since no page shows it', () => {
  const link = { label: 'Foto’s', url: 'https://foto.example' };
  const bare = { label: 'Elders', url: '' };
  const linksOf = (businessUrl: string) => {
    const social: SiteProfile['social'] = [link, bare, bare];
    const given = { businessLabel: 'Bureau', businessUrl, social };
    const { profile } = toSiteFacts(given, null, 'https://example.nl');
    return [profile.businessLabel, ...profile.social];
  };
  const none = { label: '', url: '' };
  expect(linksOf('')).toEqual(['', link, none, none]);
  expect(linksOf('https://bureau.example')).toEqual(['Bureau', link, none, none]);
});

it('makes no title that the snapshot schema refuses', () => {
  const long = 'a'.repeat(200);
  expect(siteFacts.shape.profile.shape.siteTitle.parse(titleOf(long))).toBe(long);
});
