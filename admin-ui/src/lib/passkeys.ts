/** Passkeys in this browser. What talks to it about them is loaded at the first use. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyInput, PasskeyProof } from '@veldlicht/contract/passkey';
import { reason } from '@veldlicht/contract/reason';
import { ApiError, callApi } from './api.ts';

const load = () => import('@simplewebauthn/browser');

/** Options of the server, for the browser alone: it says what is wrong with them. */
const requestOptions = {
  parse: (answer: unknown) => answer as PublicKeyCredentialRequestOptionsJSON,
};
const creationOptions = {
  parse: (answer: unknown) => answer as PublicKeyCredentialCreationOptionsJSON,
};

/** Whether there can be any: a page over plain http has none. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Null when the person thought better of it; what else goes wrong is said with `why`. */
async function unlessLeft<T>(ceremony: Promise<T>, why: (error: Error) => string) {
  try {
    return await ceremony;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    console.warn('A passkey did not work', error);
    throw new ApiError(400, why(error), why(error));
  }
}

/** A new passkey, made on this device or by one nearby. */
export async function makePasskey(): Promise<PasskeyInput['credential'] | null> {
  const { startRegistration } = await load();
  const schema = creationOptions;
  const optionsJSON = await callApi('POST', '/api/admin/passkeys/options', { schema });
  const made = await unlessLeft(startRegistration({ optionsJSON }), ({ name }) =>
    reason(name === 'InvalidStateError' ? 'passkey_known' : 'passkey_not_added'),
  );
  if (!made) return null;
  const { clientDataJSON, attestationObject } = made.response;
  return { id: made.id, response: { clientDataJSON, attestationObject } };
}

/**
 * Asks for a passkey, in a window of the browser or, with `isOffered`, in the list it shows at the name field,
 * for as long as that answers true.
 */
export async function askPasskey(isOffered?: () => boolean): Promise<PasskeyProof | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await load();
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return null;
  const schema = requestOptions;
  const optionsJSON = await callApi('POST', '/api/auth/passkey/options', { schema });
  // A question that comes later would end the one that the button has asked meanwhile.
  if (isOffered?.() === false) return null;
  const useBrowserAutofill = isOffered !== undefined;
  const ceremony = startAuthentication({ optionsJSON, useBrowserAutofill });
  const given = await unlessLeft(ceremony, () => reason('passkey_refused'));
  if (!given) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = given.response;
  return { id: given.id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** A challenge expires after five minutes: the page asks for a new one before that. */
const RENEW_MS = 4 * 60_000;

/** Offers passkeys in the list of the name field until it is stopped; nothing is said of what fails. */
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
