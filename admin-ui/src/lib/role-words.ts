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
