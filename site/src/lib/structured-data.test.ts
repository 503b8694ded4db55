import { emptyProfile } from '@veldlicht/contract/settings';
import type { PublicItem, SiteFacts } from '@veldlicht/contract/snapshot';
import { expect, test } from 'vitest';
import { ladderSources } from './ladder.ts';
import {
  homePageGraph,
  itemPageGraph,
  itemStructuredData,
  jsonForScript,
} from './structured-data.ts';

const site: SiteFacts = {
  origin: 'https://veldlicht.example',
  profile: { ...emptyProfile, photographer: 'Joris', copyrightHolder: 'Joris van der Meer' },
  googleAnalyticsId: null,
};

const photo: PublicItem = {
  path: '/foto/grutto-1234',
  slug: 'grutto-1234',
  type: 'photo',
  title: 'Grutto',
  alt: 'Een grutto op een paal',
  description: null,
  place: null,
  placeDegrees: null,
  date: '2026-05-01',
  category: 'fauna',
  categoryLabel: 'Fauna',
  tags: ['weide'],
  width: 2400,
  height: 1600,
  duration: null,
  color: '#aabbcc',
  placeholder: null,
  focus: { x: 0.5, y: 0.5 },
  sources: ladderSources('abc', 2400, 1600),
  camera: {},
  createdAt: '2026-05-02T10:00:00.000Z',
  video: null,
};

test('text cannot leave the script element', () => {
  const json = jsonForScript({ name: '</script><script>alert(1)</script><!--\u2028' });
  expect(json).not.toContain('<');
  expect(json).not.toContain('\u2028');
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script><!--\u2028' });
});

test('a photo is an ImageObject with its maker and its rights', () => {
  expect(itemStructuredData(photo, site)).toMatchObject({
    '@type': 'ImageObject',
    contentUrl: 'https://veldlicht.example/media/abc/1600.jpg',
    width: 1600,
    creator: { name: 'Joris' },
    copyrightNotice: '© Joris van der Meer',
    license: 'https://veldlicht.example/licentie',
    dateCreated: '2026-05-01',
    keywords: 'Fauna, weide',
  });
});

test('a place that may not be known is not mentioned', () => {
  expect(jsonForScript(itemStructuredData(photo, site))).not.toContain('contentLocation');
});

test('a video is a VideoObject with its film, still and length', () => {
  const film = { url: '/media/abc/video.mp4', format: 'mp4', width: 1920, height: 1080 } as const;
  const video: PublicItem = { ...photo, type: 'video', duration: 47, video: film };
  expect(itemStructuredData(video, site)).toMatchObject({
    '@type': 'VideoObject',
    contentUrl: 'https://veldlicht.example/media/abc/video.mp4',
    thumbnailUrl: 'https://veldlicht.example/media/abc/1600.jpg',
    uploadDate: '2026-05-02T10:00:00.000Z',
    duration: 'PT47S',
  });
});

test('a picture without a date is not given one', () => {
  expect(itemStructuredData({ ...photo, date: null }, site).dateCreated).toBeUndefined();
});

test('a rights holder of another name is not taken for the photographer', () => {
  expect(itemStructuredData(photo, site).copyrightHolder).toEqual({
    '@type': 'Organization',
    name: 'Joris van der Meer',
  });
});

test('a page of an item tells the way to it', () => {
  const page = { kind: 'item', path: photo.path, site, item: photo, previous: null, next: null };
  const json = JSON.stringify(itemPageGraph({ ...page, kind: 'item' }));
  expect(json).toContain(
    '{"@type":"ListItem","position":2,"name":"Mediabibliotheek","item":"https://veldlicht.example/mediabibliotheek"}',
  );
});

test('home names the photographer, and where else to find them', () => {
  const none = { label: '', url: '' };
  const one = { label: 'Instagram', url: 'https://instagram.example/joris' };
  const known: SiteFacts = { ...site, profile: { ...site.profile, social: [one, none, none] } };
  const page = { path: '/', hero: null, categories: [], hasMoreCategories: false, recent: [] };
  const home = (facts: SiteFacts) => homePageGraph({ ...page, kind: 'home', site: facts });
  expect(JSON.stringify(home(known))).toContain('"sameAs":["https://instagram.example/joris"]');
  expect(JSON.stringify(home(site))).not.toContain('sameAs');
});
