/** Passkeys (WebAuthn). Bytes are base64url; the API verifies their content. */
import { z } from 'zod';
import { uploadKeyInput } from './upload-key.ts';

/** A passkey in its owner's list. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const bytes = z
  .string()
  .regex(/^[\w-]+$/)
  .max(16_384);

/** Payload of POST /api/auth/passkey: the parts of an assertion that are read. */
export const passkeyProof = z.strictObject({
  id: bytes.max(2048),
  response: z.strictObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    /** Id of the user, which discoverable passkeys hold. */
    userHandle: bytes,
  }),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** Payload of PATCH /api/admin/passkeys/:id. */
export const passkeyPatch = z.strictObject({ name: uploadKeyInput.shape.name });

/** Payload of POST /api/admin/passkeys. */
export const passkeyInput = passkeyPatch.extend({
  credential: z.strictObject({
    id: bytes.max(2048),
    response: z.strictObject({ clientDataJSON: bytes, attestationObject: bytes }),
  }),
});
export type PasskeyInput = z.infer<typeof passkeyInput>;
