import { errorTexts, type ReasonCode } from '@veldlicht/contract/error-texts';
import { account } from './texts/account.ts';
import { auditTexts } from './texts/audit.ts';
import { auth } from './texts/auth.ts';
import { categoryTexts } from './texts/categories.ts';
import { common } from './texts/common.ts';
import { contactTexts } from './texts/contacts.ts';
import { dashboardTexts } from './texts/dashboard.ts';
import { itemFieldTexts } from './texts/item-fields.ts';
import { leakTexts } from './texts/leaks.ts';
import { mailTexts } from './texts/mail.ts';
import { media } from './texts/media.ts';
import { mediaBulk } from './texts/media-bulk.ts';
import { movingTexts } from './texts/moving.ts';
import { publishing } from './texts/publishing.ts';
import { speciesTexts } from './texts/species.ts';
import { storyTexts } from './texts/stories.ts';
import { twoFactorTexts } from './texts/two-factor.ts';
import { users } from './texts/users.ts';
import { visitsTexts } from './texts/visits.ts';
import { websiteSettingsTexts } from './texts/website-settings.ts';

/** Texts of the pages before signing in; every page may use them. */
const startTexts = { ...common, ...auth };

const panelTexts = {
  ...twoFactorTexts,
  ...publishing,
  ...itemFieldTexts,
  ...media,
  ...mediaBulk,
  ...categoryTexts,
  ...speciesTexts,
  ...leakTexts,
};

/** Texts that the pages of media, categories and species do without; the other pages load them. */
const officeTexts = {
  ...account,
  ...users,
  ...contactTexts,
  ...mailTexts,
  ...websiteSettingsTexts,
  ...dashboardTexts,
  ...visitsTexts,
  ...storyTexts,
  ...auditTexts,
  ...movingTexts,
};

/** Every text of the panel by its key, in English and in Dutch. */
export const texts = {
  ...startTexts,
  ...panelTexts,
  ...officeTexts,
} as const satisfies Record<string, readonly [english: string, dutch: string]>;

type Texts = typeof texts;
const english = Object.entries(texts).map(([key, [text]]) => [key, text]);

/** Error texts that in the log name a file, a code or an id; the panel leaves those out. */
const plainErrors = {
  picture_missing: 'A picture of “{{title}}” is missing',
  publish_failed_with: 'The site could not be published',
} as const satisfies Partial<Record<ReasonCode, string>>;

/** Every English text of the panel, by key. */
export const en = {
  // Cast: Object.fromEntries forgets the keys.
  ...(Object.fromEntries(english) as { readonly [K in keyof Texts]: Texts[K][0] }),
  ...errorTexts,
  ...plainErrors,
};

export type TextKey = keyof typeof en;

/** Keys of texts without parameters. */
export type PlainTextKey = {
  [K in TextKey]: (typeof en)[K] extends `${string}{{${string}` ? never : K;
}[TextKey];

export type TextPart = 'start' | 'panel' | 'office';

/** First words of error codes that no page before signing in gets. */
const panelErrors = new Set(
  (
    'address category file import item key left page photo picture publish reading ' +
    'select send species story tag tags ticket unknown upload video zip'
  ).split(' '),
);

/** The part that a text is loaded with. */
export function partOf(key: string): TextPart {
  if (Object.hasOwn(officeTexts, key)) return 'office';
  const isError = Object.hasOwn(errorTexts, key) && panelErrors.has(key.split('_')[0] ?? '');
  return isError || Object.hasOwn(panelTexts, key) ? 'panel' : 'start';
}

export function textsOf(part: TextPart, all: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => partOf(key) === part));
}
