import type { Category } from '@veldlicht/contract/category';
import { categoryLabel } from '@veldlicht/contract/category-name';
import type { LocationPrivacy } from '@veldlicht/contract/location';
import { capitalised } from '@veldlicht/contract/name';
import type { Role, UserStatus } from '@veldlicht/contract/user';
import i18next, { type TFunction } from 'i18next';
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

export const privacyTexts = {
  exact: 'privacyExact',
  approximate: 'privacyApproximate',
  hidden: 'privacyHidden',
} as const satisfies Record<LocationPrivacy, PlainTextKey>;

/** Fields whose text key differs from their name. */
const otherKeys: Record<string, PlainTextKey> = {
  name: 'entryName',
  imageUrl: 'file',
  email: 'emailAddress',
  googleAnalyticsId: 'analyticsId',
  about: 'aboutText',
  homeItems: 'opening',
  social: 'socialLinks',
  contactRetentionMonths: 'retention',
  addTags: 'tags',
  removeTags: 'tags',
  addSpecies: 'species',
  removeSpecies: 'species',
};

/** Label of a field; an unknown field shows its name. */
export function fieldText(name: string, t: TFunction): string {
  const key = otherKeys[name] ?? name;
  // Cast: `exists` checked the key; texts of fields have no parameters.
  return i18next.exists(key) ? t(key as PlainTextKey) : name;
}

/** Label of a category; in Dutch the one that visitors read. */
export function categoryText(name: string): string {
  return i18next.language === 'nl' ? categoryLabel(name) : capitalised(name);
}

export function entryText({ name, type }: Pick<Category, 'name' | 'type'>): string {
  return type === 'category' ? categoryText(name) : name;
}

/** Labels of the values of select fields. */
export const choiceWords: Record<string, PlainTextKey> = {
  ...roleWords,
  ...statusWords,
  ...privacyTexts,
  published: 'published',
  draft: 'draft',
  category: 'category',
  tag: 'tag',
};
