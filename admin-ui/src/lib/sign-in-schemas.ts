/** Schemas of the pages before signing in, loaded at the first letter or answer. */
import { linkAnswer, resetAsk, resetWays } from '@veldlicht/contract/access-link';
import { loginAnswer, loginInput, meAnswer } from '@veldlicht/contract/auth';
import { reason } from '@veldlicht/contract/reason';
import { password } from '@veldlicht/contract/user';
import { z } from 'zod';
import type { TextKey } from '#i18n/en.ts';

export { linkAnswer, loginAnswer, resetAsk, resetWays };

/** Null without a session. */
export const me = meAnswer.nullable();

/** Error of a password that was not repeated. */
export const differ = { path: ['repeat'], error: 'passwordsDiffer' satisfies TextKey };

/** First step: one message for both fields, at the first empty one. */
export const credentials = z
  .object({ username: z.string().trim(), password: z.string() })
  .superRefine((typed, context) => {
    const { error } = loginInput.safeParse(typed);
    const [first] = error?.issues ?? [];
    if (first) context.addIssue({ code: 'custom', path: first.path, message: first.message });
  });

/** Second step, which sends the fields of the first again. */
export const signInCode = loginInput.extend({
  twoFactorCode: z.string().min(1, reason('verification_code_required')).max(32),
});

/** A new password, twice. */
export const newPassword = z
  .object({ password, repeat: z.string() })
  .refine((typed) => typed.password === typed.repeat, differ);
