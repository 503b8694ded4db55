/** Links that let somebody set a password: mailed to who lost it, or given to who is invited. */
import { z } from 'zod';
import { reason, upTo } from './reason.ts';
import { adminUser, newUser, password } from './user.ts';

export const linkKinds = ['reset', 'invitation'] as const;

/** The page of the panel that a link opens; its token stands behind the `#`, which no server is sent. */
export const LINK_PAGE = 'new-password';

const NO_NAME = reason('name_or_email_required');

/** GET /api/auth/reset: whether there is a way by mail. */
export const resetWays = z.object({ byMail: z.boolean() });
export type ResetWays = z.infer<typeof resetWays>;

/** POST /api/auth/reset: by user name or e-mail address; the answer is the same whoever that is. */
export const resetAsk = z.strictObject({
  name: z
    .string(NO_NAME)
    .trim()
    .min(1, NO_NAME)
    .max(...upTo(254)),
});
export type ResetAsk = z.infer<typeof resetAsk>;

/** POST /api/auth/link: whose link it is, while it can be used. */
export const linkInput = z.strictObject({ token: z.string().max(100) });
export const linkAnswer = z.object({ kind: z.enum(linkKinds), username: z.string() });
export type LinkAnswer = z.infer<typeof linkAnswer>;

/** POST /api/auth/link/password. */
export const linkUse = linkInput.extend({ password });
export type LinkUse = z.infer<typeof linkUse>;

/** POST /api/admin/invitations: a new user who sets the password by a link. */
export const invitation = newUser.omit({ password: true });
export type Invitation = z.infer<typeof invitation>;

/** Of an invitation that was made or sent again. */
export const invitationAnswer = z.object({
  user: adminUser,
  link: z
    .string()
    .nullable()
    .describe('To pass on by hand, told this once; null when it was mailed'),
});
export type InvitationAnswer = z.infer<typeof invitationAnswer>;
