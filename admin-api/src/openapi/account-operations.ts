/** Sign-in, the own account, and accounts. */
import {
  invitation,
  invitationAnswer,
  linkAnswer,
  linkInput,
  linkUse,
  resetAsk,
  resetWays,
} from '@veldlicht/contract/access-link';
import { auditActors, auditEntry, auditQuery } from '@veldlicht/contract/audit';
import { confirmInput, loginAnswer, loginInput, meAnswer } from '@veldlicht/contract/auth';
import { passkey, passkeyInput, passkeyPatch, passkeyProof } from '@veldlicht/contract/passkey';
import { backupCodesAnswer, codeInput, twoFactorSetup } from '@veldlicht/contract/two-factor';
import {
  failedFile,
  newUploadKey,
  uploadKey,
  uploadKeyInput,
} from '@veldlicht/contract/upload-key';
import { adminUser, newUser, passwordChange, userPatch } from '@veldlicht/contract/user';
import { z } from 'zod';
import type { Operations } from './operation.ts';

/** Options of WebAuthn as the browser takes them; `@simplewebauthn/server` makes them. */
const passkeyOptions = z.looseObject({ challenge: z.string() });
export const done = z.object({ ok: z.literal(true) });

export const accountOperations: Operations = {
  'POST /api/auth/login': {
    does: 'Sign in with a password and, where it is set up, a code',
    body: loginInput,
    answer: loginAnswer,
    errors: ['invalid_credentials', 'invalid_code', 'too_many_attempts', 'too_many_requests'],
  },
  'POST /api/auth/confirm': {
    does: 'Confirm your identity for ten minutes with your password or a code',
    body: confirmInput,
    errors: ['invalid_credentials', 'invalid_code', 'too_many_attempts'],
  },
  'POST /api/auth/logout': { does: 'End the session' },
  'GET /api/auth/me': { does: 'Read who is signed in', answer: meAnswer },
  'POST /api/auth/password': {
    does: 'Change your own password',
    body: passwordChange,
    errors: ['too_many_attempts'],
  },
  'GET /api/auth/reset': { does: 'Read how a password can be reset', answer: resetWays },
  'POST /api/auth/reset': {
    does: 'Mail a link that sets a password, if there is such an account',
    body: resetAsk,
  },
  'POST /api/auth/link': {
    does: 'Read what a link of a mail is for',
    body: linkInput,
    answer: linkAnswer,
    errors: ['link_invalid'],
  },
  'POST /api/auth/link/password': {
    does: 'Set a password by a link of a mail',
    body: linkUse,
    errors: ['link_invalid'],
  },
  'POST /api/2fa/setup': {
    does: 'Begin two-factor: a secret for an authenticator app',
    answer: twoFactorSetup,
    errors: ['two_factor_state'],
  },
  'POST /api/2fa/verify': {
    does: 'Turn on two-factor with a first code',
    body: codeInput,
    answer: backupCodesAnswer,
    errors: ['two_factor_state', 'too_many_attempts'],
  },
  'POST /api/2fa/disable': {
    does: 'Turn off two-factor',
    body: codeInput,
    answer: done,
    errors: ['two_factor_state', 'enforcement_on', 'too_many_attempts'],
  },
  'POST /api/2fa/regenerate-backup-codes': {
    does: 'Replace the backup codes',
    answer: backupCodesAnswer,
    errors: ['two_factor_state'],
  },
  'POST /api/2fa/backup-codes-saved': { does: 'State that the backup codes are saved' },
  'POST /api/auth/passkey/options': {
    does: 'Ask for a challenge to sign in with a passkey',
    answer: passkeyOptions,
  },
  'POST /api/auth/passkey': {
    does: 'Sign in with a passkey',
    body: passkeyProof,
    answer: loginAnswer,
    errors: ['passkey_refused', 'too_many_requests'],
  },
  'GET /api/admin/passkeys': { does: 'List your passkeys', answer: z.array(passkey) },
  'POST /api/admin/passkeys/options': {
    does: 'Ask for a challenge to add a passkey',
    answer: passkeyOptions,
  },
  'POST /api/admin/passkeys': { does: 'Add a passkey', body: passkeyInput, answer: passkey },
  'PATCH /api/admin/passkeys/:id': {
    does: 'Rename a passkey',
    body: passkeyPatch,
    answer: passkey,
  },
  'DELETE /api/admin/passkeys/:id': { does: 'Remove a passkey' },
  'GET /api/admin/keys': { does: 'List your upload keys', answer: z.array(uploadKey) },
  'POST /api/admin/keys': {
    does: 'Create an upload key; the answer alone shows it',
    body: uploadKeyInput,
    answer: newUploadKey,
  },
  'DELETE /api/admin/keys/:id': { does: 'Revoke an upload key' },
  'GET /api/admin/watch-folder': {
    does: 'List files of the watched folder that failed',
    answer: z.array(failedFile),
  },
  'DELETE /api/admin/watch-folder': { does: 'Dismiss that list' },
  'GET /api/admin/users': { does: 'List accounts', answer: z.array(adminUser) },
  'POST /api/admin/users': {
    does: 'Create an account',
    body: newUser,
    answer: adminUser,
    errors: ['name_taken'],
  },
  'GET /api/admin/users/:id': { does: 'Read an account', answer: adminUser },
  'PATCH /api/admin/users/:id': {
    does: 'Change an account',
    body: userPatch,
    answer: adminUser,
    errors: ['name_taken', 'own_account', 'last_admin', 'changed_meanwhile'],
  },
  'DELETE /api/admin/users/:id': {
    does: 'Delete an account',
    errors: ['own_account', 'last_admin', 'changed_meanwhile'],
  },
  'POST /api/admin/invitations': {
    does: 'Invite somebody by mail',
    body: invitation,
    answer: invitationAnswer,
    errors: ['name_taken'],
  },
  'POST /api/admin/users/:id/invitation': { does: 'Invite again', answer: invitationAnswer },
  'GET /api/admin/audit': {
    does: 'List the audit log, newest first',
    query: auditQuery,
    answer: z.array(auditEntry),
  },
  'GET /api/admin/audit/actors': { does: 'List who is in the audit log', answer: auditActors },
};
