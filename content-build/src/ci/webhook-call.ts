/** What a call for a build says, in the two forms that we know (pure). */
import { createHmac } from 'node:crypto';
import type { WebhookSettings } from '@veldlicht/contract/environment-publish';

export interface WebhookCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The name of the event in the workflow (.github/workflows/publish.yml). */
const EVENT = 'veldlicht-publish';

/** HMAC-SHA256 in hex over the moment and the body: an old call can't be sent again as a new one. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** `now` in milliseconds. Nothing in the body is secret: addresses and tokens are the receiver's own. */
export function webhookCall(
  settings: WebhookSettings,
  snapshotId: string,
  now: number,
): WebhookCall {
  const plain = { 'content-type': 'application/json', 'user-agent': 'veldlicht' };
  if (settings.kind === 'github') {
    const headers = {
      ...plain,
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${settings.token}`,
      'x-github-api-version': '2022-11-28',
    };
    const body = JSON.stringify({ event_type: EVENT, client_payload: { snapshotId } });
    return { url: settings.url, headers, body };
  }
  const body = JSON.stringify({ event: EVENT, snapshotId });
  const timestamp = String(Math.floor(now / 1000));
  const headers = {
    ...plain,
    'x-veldlicht-timestamp': timestamp,
    'x-veldlicht-signature': `sha256=${signatureOf(settings.secret, timestamp, body)}`,
  };
  return { url: settings.url, headers, body };
}
