/** What the pages before signing in check and read; loaded once something is typed or answered. */
import { linkAnswer, resetAsk, resetWays } from '@veldlicht/contract/access-link';
import { loginAnswer, loginInput, meAnswer } from '@veldlicht/contract/auth';
import { reason } from '@veldlicht/contract/reason';
import { password } from '@veldlicht/contract/user';
import { z } from 'zod';
import type { TextKey } from '#i18n/en.ts';

export { linkAnswer, loginAnswer, resetAsk, resetWays };

/** Null where nobody is signed in. */
export const me = meAnswer.nullable();

/** The first step: one sentence for both fields, beside the first that is empty. */
export const credentials = z
  .object({ username: z.string().trim(), password: z.string() })
  .superRefine((typed, context) => {
    const { error } = loginInput.safeParse(typed);
    const [first] = error?.issues ?? [];
    if (first) context.addIssue({ code: 'custom', path: first.path, message: first.message });
  });

/** The second step, which sends all of it. */
export const signInCode = loginInput.extend({
  twoFactorCode: z.string().min(1, reason('verification_code_required')).max(32),
});

/** A new password, twice. */
export const newPassword = z
  .object({ password, repeat: z.string() })
  .refine((typed) => typed.password === typed.repeat, {
    path: ['repeat'],
    error: 'passwordsDiffer' satisfies TextKey,
  });
