/** A site, a photo and a video for tests. */
import { objectOf } from '@veldlicht/contract/by-name';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import { emptyProfile } from '@veldlicht/contract/settings';
import type { SiteFacts } from '@veldlicht/contract/site-facts';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { gridItemOfCard } from '#lib/grid-item.ts';
import { ladderSources } from '#lib/pictures.ts';

export const site: SiteFacts = {
  origin: 'https://veldlicht.example',
  profile: { ...emptyProfile, photographer: 'Joris', copyrightHolder: 'Joris van der Meer' },
  googleAnalyticsId: null,
};

export const photo: PublicItem = {
  ...objectOf(publicTextFields, () => null),
  path: '/foto/grutto-1234',
  slug: 'grutto-1234',
  type: 'photo',
  title: 'Grutto',
  alt: 'Een grutto op een paal',
  place: null,
  placeDegrees: null,
  date: '2026-05-01',
  category: 'fauna',
  categoryLabel: 'Fauna',
  tags: ['weide'],
  species: [],
  grid: null,
  width: 6000,
  height: 4000,
  duration: null,
  color: '#aabbcc',
  placeholder: null,
  focus: { x: 0.5, y: 0.5 },
  sources: ladderSources('abc-3', 6000, 4000),
  camera: {},
  rights: {},
  createdAt: '2026-05-02T10:00:00.000Z',
  video: null,
  videoVersions: [],
};

export const video: PublicItem = {
  ...photo,
  path: '/video/vos-0007',
  type: 'video',
  duration: 47,
  video: { url: '/media/abc/video.mp4', format: 'mp4', width: 1920, height: 1080 },
};

export const gridItem = gridItemOfCard(photo);
