import { passwordChange } from '@veldlicht/contract/user';
import { z } from 'zod';
import type { TextKey } from '#i18n/en.ts';

/** What the form asks: the change itself, and the new password once more. */
export const passwordValues = passwordChange
  .extend({ repeat: z.string() })
  .refine(({ newPassword, repeat }) => newPassword === repeat, {
    path: ['repeat'],
    error: 'passwordsDiffer' satisfies TextKey,
  });
export type PasswordValues = z.infer<typeof passwordValues>;

export const noPasswords: PasswordValues = { currentPassword: '', newPassword: '', repeat: '' };
