/** Plain API answers for tests, which override what they are about. */
import type { PublishState } from '@veldlicht/contract/publishing';
import type { Species } from '@veldlicht/contract/species';
import type { AdminUser } from '@veldlicht/contract/user';

export const aUser = (facts: Partial<AdminUser> = {}): AdminUser => ({
  id: '1',
  username: 'anna',
  email: 'anna@example.nl',
  role: 'admin',
  status: 'active',
  lastLogin: null,
  twoFactorEnabled: false,
  invitedUntil: null,
  etag: '"1"',
  ...facts,
});

/** Never published. */
export const aPublishState = (facts: Partial<PublishState> = {}): PublishState => ({
  state: 'live',
  releaseId: null,
  publishedAt: null,
  latestAttempt: null,
  pagesDone: 0,
  pagesTotal: 0,
  videos: [],
  versions: [],
  imagesLeft: 0,
  error: null,
  nextTryAt: null,
  behindSince: null,
  ...facts,
});

export const aSpecies = (
  scientificName: string,
  dutchName: string,
  facts: Partial<Species> = {},
): Species => ({
  scientificName,
  dutchName,
  englishName: null,
  group: 'other',
  family: null,
  synonyms: [],
  words: null,
  picture: null,
  own: false,
  listed: true,
  items: 0,
  ...facts,
});
