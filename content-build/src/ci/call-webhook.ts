/** HTTP calls with time limits and retries, and the webhook that requests a build. Follows no redirects. */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebhookSettings } from '@veldlicht/contract/environment';
import { PublishError } from '../publish/site-renderer.ts';

/** A build elsewhere failed; the message is a sentence for people. */
export class CiError extends PublishError {
  override name = 'CiError';
}

/** Worth a retry. */
class PassingError extends CiError {}

export interface CallRules {
  /** Milliseconds before each retry. */
  waitsMs: readonly number[];
  /** Time limit of an answer. */
  answerMs: number;
}

interface Call<T> {
  /** Subject of the error's sentence. */
  who: string;
  /** Address for the error's sentence, unless it is secret. */
  about?: string;
  url: string;
  /** Called for each attempt. */
  request: () => RequestInit;
  read: (answer: Response) => Promise<T>;
  signal?: AbortSignal;
}

async function callOnce<T>({ who, about, url, request, read, signal }: Call<T>, ms: number) {
  const slow = AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);
  // A redirect would send the secret elsewhere (threat T20).
  const init = { ...request(), redirect: 'manual', signal: slow } as const;
  const answer = await fetch(url, init).catch(() => {
    throw new PassingError(`${who} does not answer.`);
  });
  const { status } = answer;
  if (answer.ok)
    return read(answer).catch((cause: unknown) => {
      if (cause instanceof CiError) throw cause;
      throw new PassingError(`The answer${about ? ` of ${about}` : ''} broke off.`, { cause });
    });
  await answer.body?.cancel();
  const isPassing = status >= 500 || status === 429 || status === 408;
  throw new (isPassing ? PassingError : CiError)(
    `${who} answered ${status}${about ? ` to ${about}` : ''}.`,
  );
}

/** Calls with retries. Throws `CiError`, whose message names no secret. */
export async function callPatiently<T>(
  call: Call<T>,
  { waitsMs, answerMs }: CallRules,
): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await callOnce(call, answerMs);
    } catch (error) {
      if (!(error instanceof PassingError)) throw error;
      await wait(waitMs, undefined, call).catch(() => undefined);
      if (call.signal?.aborted) throw error;
    }
  }
  return callOnce(call, answerMs);
}

export const defaultRules: CallRules = { waitsMs: [1000, 5000, 15_000], answerMs: 10_000 };

/** Event type in .github/workflows/publish.yml. */
const EVENT = 'veldlicht-publish';

/** HMAC-SHA256 in hex of timestamp and body: an old call can't be replayed with a new time. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** Request of either kind. The body holds no secret. */
function webhookRequest(settings: WebhookSettings, snapshotId: string, now: number) {
  const plain = { 'content-type': 'application/json', 'user-agent': 'veldlicht' };
  if (settings.kind === 'github') {
    const headers = {
      ...plain,
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${settings.token}`,
      'x-github-api-version': '2022-11-28',
    };
    const body = JSON.stringify({ event_type: EVENT, client_payload: { snapshotId } });
    return { method: 'POST', headers, body };
  }
  const body = JSON.stringify({ event: EVENT, snapshotId });
  const timestamp = String(Math.floor(now / 1000));
  const headers = {
    ...plain,
    'x-veldlicht-timestamp': timestamp,
    'x-veldlicht-signature': `sha256=${signatureOf(settings.secret, timestamp, body)}`,
  };
  return { method: 'POST', headers, body };
}

/** Requests a build of a snapshot. Throws `CiError`. */
export async function callWebhook(
  settings: WebhookSettings,
  snapshotId: string,
  { now, signal, ...rules }: CallRules & { now: () => number; signal: AbortSignal },
): Promise<void> {
  const request = () => webhookRequest(settings, snapshotId, now());
  const read = async (answer: Response) => answer.body?.cancel();
  await callPatiently(
    { who: 'The build service', url: settings.url, request, read, signal },
    rules,
  );
}
