/** Passkeys of this browser; the library loads at the first use. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyInput, PasskeyProof } from '@veldlicht/contract/passkey';
import { reason } from '@veldlicht/contract/reason';
import { ApiError, callApi } from './api.ts';

const load = () => import('@simplewebauthn/browser');

/** Options from the server, passed on unchecked: the browser validates them. */
const requestOptions = {
  parse: (answer: unknown) => answer as PublicKeyCredentialRequestOptionsJSON,
};
const creationOptions = {
  parse: (answer: unknown) => answer as PublicKeyCredentialCreationOptionsJSON,
};

/** False on a page over plain http. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Null when the user cancelled; other errors become an ApiError with the reason `why`. */
async function unlessCancelled<T>(ceremony: Promise<T>, why: (error: Error) => string) {
  try {
    return await ceremony;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    console.warn('A passkey did not work', error);
    throw new ApiError(400, why(error), why(error));
  }
}

/** Creates a passkey on this device or one nearby; null if cancelled. */
export async function makePasskey(): Promise<PasskeyInput['credential'] | null> {
  const { startRegistration } = await load();
  const schema = creationOptions;
  const optionsJSON = await callApi('POST', '/api/admin/passkeys/options', { schema });
  const made = await unlessCancelled(startRegistration({ optionsJSON }), ({ name }) =>
    reason(name === 'InvalidStateError' ? 'passkey_known' : 'passkey_not_added'),
  );
  if (!made) return null;
  const { clientDataJSON, attestationObject } = made.response;
  return { id: made.id, response: { clientDataJSON, attestationObject } };
}

/**
 * Asks for a passkey in a browser dialog; with `isOffered` in the autofill list of the name field, unless it has
 * become false in the meantime. Null if cancelled.
 */
export async function askPasskey(isOffered?: () => boolean): Promise<PasskeyProof | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await load();
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return null;
  const schema = requestOptions;
  const optionsJSON = await callApi('POST', '/api/auth/passkey/options', { schema });
  // A late request would abort the one that the button has started in the meantime.
  if (isOffered?.() === false) return null;
  const useBrowserAutofill = isOffered !== undefined;
  const ceremony = startAuthentication({ optionsJSON, useBrowserAutofill });
  const given = await unlessCancelled(ceremony, () => reason('passkey_refused'));
  if (!given) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = given.response;
  return { id: given.id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** A challenge expires after five minutes. */
const RENEW_MS = 4 * 60_000;

/** Offers passkeys in the autofill list of the name field; ignores failures. Returns how to stop. */
export function offerPasskeys(onProof: (proof: PasskeyProof) => void): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const offer = async () => {
    timer = setTimeout(() => void offer(), RENEW_MS);
    const proof = await askPasskey(() => !stopped).catch(() => null);
    if (proof && !stopped) onProof(proof);
  };
  void offer();
  return () => {
    stopped = true;
    clearTimeout(timer);
    void load().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
  };
}
