/** One-time links that set a password: a reset by mail, or an invitation. */
import { z } from 'zod';
import { reason, upTo } from './reason.ts';
import { adminUser, newUser, password } from './user.ts';

export const linkKinds = ['reset', 'invitation'] as const;

/** Page of the panel that a link opens; the token is in the fragment, which browsers do not send to a server. */
export const LINK_PAGE = 'new-password';

const NO_NAME = reason('name_or_email_required');

/** GET /api/auth/reset: whether passwords can be reset by mail. */
export const resetWays = z.object({ byMail: z.boolean() });
export type ResetWays = z.infer<typeof resetWays>;

/** POST /api/auth/reset: by user name or e-mail address; the answer does not tell whether it exists. */
export const resetAsk = z.strictObject({
  name: z
    .string(NO_NAME)
    .trim()
    .min(1, NO_NAME)
    .max(...upTo(254)),
});
export type ResetAsk = z.infer<typeof resetAsk>;

/** POST /api/auth/link: kind and user of a valid link. */
export const linkInput = z.strictObject({ token: z.string().max(100) });
export const linkAnswer = z.object({ kind: z.enum(linkKinds), username: z.string() });
export type LinkAnswer = z.infer<typeof linkAnswer>;

/** POST /api/auth/link/password. */
export const linkUse = linkInput.extend({ password });
export type LinkUse = z.infer<typeof linkUse>;

/** POST /api/admin/invitations: creates a user who sets the password by a link. */
export const invitation = newUser.omit({ password: true });
export type Invitation = z.infer<typeof invitation>;

/** Answer when an invitation is created or sent again. */
export const invitationAnswer = z.object({
  user: adminUser,
  link: z
    .string()
    .nullable()
    .describe('To pass on by hand, returned only once; null when it was mailed'),
});
export type InvitationAnswer = z.infer<typeof invitationAnswer>;
