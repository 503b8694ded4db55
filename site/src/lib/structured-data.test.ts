import { type SiteFacts, siteOf } from '@veldlicht/contract/site-facts';
import { expect, test } from 'vitest';
import { photo, site, video } from '#testing/items.ts';
import {
  homePageGraph,
  itemPageGraph,
  itemStructuredData,
  jsonForScript,
} from './structured-data.ts';

test('text cannot leave the script element', () => {
  const json = jsonForScript({ name: '</script><script>alert(1)</script><!--\u2028' });
  expect(json).not.toContain('<');
  expect(json).not.toContain('\u2028');
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script><!--\u2028' });
});

test('a photo is an ImageObject with its creator and rights', () => {
  expect(itemStructuredData(photo, site)).toMatchObject({
    '@type': 'ImageObject',
    contentUrl: 'https://veldlicht.example/media/abc/1600-3.jpg',
    width: 1600,
    creator: { name: 'Joris' },
    copyrightNotice: '© Joris van der Meer',
    license: 'https://veldlicht.example/licentie',
    dateCreated: '2026-05-01',
    keywords: 'Fauna, weide',
  });
});

test('the creator and licence in the file take precedence over the settings', () => {
  const licenseUrl = 'https://creativecommons.org/licenses/by/4.0/';
  const rights = { creator: 'Jip de Wit', copyright: '© 2026 Jip', licenseUrl };
  const { copyrightHolder, ...told } = itemStructuredData({ ...photo, rights }, site);
  expect(copyrightHolder).toBeUndefined();
  expect(told).toMatchObject({
    creator: { '@type': 'Person', name: 'Jip de Wit' },
    creditText: 'Jip de Wit',
    copyrightNotice: '© 2026 Jip',
    license: licenseUrl,
    acquireLicensePage: 'https://veldlicht.example/licentie#toestemming',
  });
});

test('a private place is not mentioned', () => {
  expect(jsonForScript(itemStructuredData(photo, site))).not.toContain('contentLocation');
});

test('a video is a VideoObject with its file, poster and length', () => {
  expect(itemStructuredData(video, site)).toMatchObject({
    '@type': 'VideoObject',
    contentUrl: 'https://veldlicht.example/media/abc/video.mp4',
    thumbnailUrl: 'https://veldlicht.example/media/abc/1600-3.jpg',
    uploadDate: '2026-05-02T10:00:00.000Z',
    duration: 'PT47S',
  });
});

test('a picture without a date has no dateCreated', () => {
  expect(itemStructuredData({ ...photo, date: null }, site).dateCreated).toBeUndefined();
});

test('a rights holder with another name is not the photographer', () => {
  expect(itemStructuredData(photo, site).copyrightHolder).toEqual({
    '@type': 'Organization',
    name: 'Joris van der Meer',
  });
});

test('the page of an item has breadcrumbs', () => {
  const beside = { previous: null, next: null, stories: [], species: [], area: [] };
  const page = { path: photo.path, site, item: photo, ...beside };
  const json = JSON.stringify(itemPageGraph({ ...page, kind: 'item' }));
  expect(json).toContain(
    '{"@type":"ListItem","position":2,"name":"Mediabibliotheek","item":"https://veldlicht.example/mediabibliotheek"}',
  );
});

test('home names the photographer and their other profiles', () => {
  const none = { label: '', url: '' };
  const one = { label: 'Instagram', url: 'https://instagram.example/joris' };
  const known: SiteFacts = { ...site, profile: { ...site.profile, social: [one, none, none] } };
  const page = {
    path: '/',
    hero: null,
    categories: [],
    hasMoreCategories: false,
    opening: [],
    work: 'newest' as const,
    recent: [],
    series: [],
    counts: { series: 0, notes: 0, species: 0, areas: 0 },
  };
  const home = (facts: SiteFacts) =>
    homePageGraph({ ...page, kind: 'home', site: siteOf(facts, 'home') });
  expect(JSON.stringify(home(known))).toContain('"sameAs":["https://instagram.example/joris"]');
  expect(JSON.stringify(home(site))).not.toContain('sameAs');
});
