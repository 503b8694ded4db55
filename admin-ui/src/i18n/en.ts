import { errorTexts } from '@veldlicht/contract/error-texts';
import { account } from './en/account.ts';
import { auditTexts } from './en/audit.ts';
import { auth } from './en/auth.ts';
import { categoryTexts } from './en/categories.ts';
import { common } from './en/common.ts';
import { contactTexts } from './en/contacts.ts';
import { dashboardTexts } from './en/dashboard.ts';
import { media } from './en/media.ts';
import { mediaBulk } from './en/media-bulk.ts';
import { previewTexts } from './en/preview.ts';
import { publishing } from './en/publishing.ts';
import { users } from './en/users.ts';
import { websiteSettingsTexts } from './en/website-settings.ts';

/** Every English text of the panel, by key. */
export const en = {
  ...common,
  ...auth,
  ...account,
  ...publishing,
  ...media,
  ...mediaBulk,
  ...previewTexts,
  ...categoryTexts,
  ...users,
  ...contactTexts,
  ...websiteSettingsTexts,
  ...dashboardTexts,
  ...auditTexts,
  ...errorTexts,
};

export type TextKey = keyof typeof en;

/** Keys of texts without holes to fill: they can be said without knowing more. */
export type PlainTextKey = {
  [K in TextKey]: (typeof en)[K] extends `${string}{{${string}` ? never : K;
}[TextKey];
