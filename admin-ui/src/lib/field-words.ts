import type { Role, UserStatus } from '@veldlicht/contract/user';
import type { PlainTextKey } from '#i18n/en.ts';

export const roleWords = {
  admin: 'roleAdmin',
  editor: 'roleEditor',
  viewer: 'roleViewer',
} as const satisfies Record<Role, PlainTextKey>;

export const statusWords = {
  active: 'statusActive',
  inactive: 'statusInactive',
} as const satisfies Record<UserStatus, PlainTextKey>;

/** What the fields of the settings are called on their page. */
export const settingsWords: Record<string, PlainTextKey> = {
  googleAnalyticsId: 'analyticsId',
  enforce2FA: 'enforce2FA',
  photographer: 'photographer',
  siteTitle: 'siteTitle',
  heroTitle: 'heroTitle',
  heroSubtitle: 'heroSubtitle',
  about: 'aboutText',
  contactEmail: 'contactEmail',
  businessLabel: 'businessLabel',
  businessUrl: 'businessUrl',
  social: 'socialLinks',
  copyrightHolder: 'copyrightHolder',
  licence: 'licence',
  contactRetentionMonths: 'retention',
};

export const userWords: Record<string, PlainTextKey> = {
  username: 'username',
  email: 'emailAddress',
  role: 'role',
  status: 'status',
};

/** What every field that people edit is called. */
export const fieldWords: Record<string, PlainTextKey> = {
  ...settingsWords,
  ...userWords,
  name: 'entryName',
  type: 'type',
  title: 'title',
  description: 'description',
  location: 'location',
  locationPrivacy: 'locationPrivacy',
  date: 'date',
  category: 'category',
  tags: 'tags',
  alt: 'alt',
  publishFrom: 'publishFrom',
  publishUntil: 'publishUntil',
  featured: 'featured',
  imageUrl: 'file',
};

/** What the choices of fields with choices are called. */
export const choiceWords: Record<string, PlainTextKey> = {
  ...roleWords,
  ...statusWords,
  exact: 'privacyExact',
  approximate: 'privacyApproximate',
  hidden: 'privacyHidden',
  published: 'published',
  draft: 'draft',
  category: 'typeCategory',
  tag: 'typeTag',
};
