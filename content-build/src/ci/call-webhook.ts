/** Calls for a build: bounded in time, repeated while that may help, never led elsewhere. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WebhookSettings } from '@veldlicht/contract/environment-publish';
import { CiError } from './ci-error.ts';
import { webhookCall } from './webhook-call.ts';

export interface WebhookRules {
  now: () => number;
  /** Waits before each further try, in milliseconds. */
  waitsMs: readonly number[];
  /** How long an answer may take. */
  answerMs: number;
  /** Ends it early. */
  signal: AbortSignal;
}

export const defaultRules = { waitsMs: [1000, 5000, 15_000], answerMs: 10_000 };

/** Answers that another try may better. */
const isPassing = (status: number) => status >= 500 || status === 429 || status === 408;

/** Null when it was taken, else why not. */
async function callOnce(
  settings: WebhookSettings,
  snapshotId: string,
  { now, answerMs, signal }: WebhookRules,
): Promise<{ reason: string; passing: boolean } | null> {
  const { url, headers, body } = webhookCall(settings, snapshotId, now());
  const slow = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  // A redirect would carry the secret to wherever the answer says (threat T20).
  const init = { method: 'POST', headers, body, redirect: 'manual', signal: slow } as const;
  const answer = await fetch(url, init).catch(() => null);
  if (!answer) return { reason: 'The build service does not answer.', passing: true };
  await answer.body?.cancel();
  if (answer.ok) return null;
  return {
    reason: `The build service answered ${answer.status}.`,
    passing: isPassing(answer.status),
  };
}

/** Asks for a build of this snapshot. Throws `CiError` when it could not be asked for. */
export async function callWebhook(
  settings: WebhookSettings,
  snapshotId: string,
  rules: WebhookRules,
): Promise<void> {
  for (const waitMs of [...rules.waitsMs, null]) {
    const failure = await callOnce(settings, snapshotId, rules);
    if (!failure) return;
    if (waitMs === null || !failure.passing) throw new CiError(failure.reason);
    await wait(waitMs, undefined, { signal: rules.signal }).catch(() => undefined);
    if (rules.signal.aborted) throw new CiError(failure.reason);
  }
}
