import type { TextKey } from './en.ts';
import { account } from './nl/account.ts';
import { auditTexts } from './nl/audit.ts';
import { auth } from './nl/auth.ts';
import { categoryTexts } from './nl/categories.ts';
import { common } from './nl/common.ts';
import { contactTexts } from './nl/contacts.ts';
import { dashboardTexts } from './nl/dashboard.ts';
import { errors } from './nl/errors.ts';
import { media } from './nl/media.ts';
import { mediaBulk } from './nl/media-bulk.ts';
import { previewTexts } from './nl/preview.ts';
import { publishing } from './nl/publishing.ts';
import { users } from './nl/users.ts';
import { websiteSettingsTexts } from './nl/website-settings.ts';

/** Every Dutch text of the panel, by the same keys as the English ones. */
export const nl: Record<TextKey, string> = {
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
  ...errors,
};
