import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '#testing/receiver.ts';
import { callWebhook } from './call-webhook.ts';

type WebhookRules = Parameters<typeof callWebhook>[2];

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const id = `s7-${'a'.repeat(12)}`;
const secret = 'roerdomp-in-het-riet-0123456789-abcdef';
const now = () => Date.UTC(2026, 4, 31, 12);
const rules = (extra: Partial<WebhookRules> = {}): WebhookRules => ({
  now,
  waitsMs: [1, 1],
  answerMs: 5000,
  signal: new AbortController().signal,
  ...extra,
});
const signed = () => ({ kind: 'signed' as const, url: `${receiver.url}/hook?x=1`, secret });
const github = () => ({
  kind: 'github' as const,
  url: `${receiver.url}/repos/o/r/dispatches`,
  token: 'ghp_secret',
});

it('sends a repository_dispatch to GitHub', async () => {
  await callWebhook(github(), id, rules());
  const [call] = receiver.calls;
  expect([call?.method, call?.url]).toEqual(['POST', '/repos/o/r/dispatches']);
  expect(call?.headers).toMatchObject({
    authorization: 'Bearer ghp_secret',
    accept: 'application/vnd.github+json',
    'content-type': 'application/json',
    'user-agent': 'veldlicht',
  });
  expect(JSON.parse(call?.body ?? '')).toEqual({
    event_type: 'veldlicht-publish',
    client_payload: { snapshotId: id },
  });
});

it('signs timestamp and body for other receivers, and sends no secret', async () => {
  await callWebhook(signed(), id, rules());
  const [call] = receiver.calls;
  expect(call?.url).toBe('/hook?x=1');
  const timestamp = String(call?.headers['x-veldlicht-timestamp']);
  expect(timestamp).toBe('1780228800');
  const hmac = createHmac('sha256', secret).update(`${timestamp}.${call?.body}`).digest('hex');
  expect(call?.headers['x-veldlicht-signature']).toBe(`sha256=${hmac}`);
  expect(JSON.stringify(call)).not.toContain(secret);
});

it.each([500, 503, 429, 408, null])('retries after %s, then throws the reason', async (answer) => {
  receiver.answer = answer;
  const reason = answer === null ? 'does not answer' : `answered ${answer}`;
  await expect(callWebhook(signed(), id, rules())).rejects.toThrow(`The build service ${reason}.`);
  expect(receiver.calls).toHaveLength(3);
});

// Following would send the secret along.
it.each([400, 401, 404, 422, 301, 302, 307, 308])(
  'neither retries nor follows status %i',
  async (answer) => {
    receiver.answer = answer;
    await expect(callWebhook(github(), id, rules())).rejects.toThrow(`answered ${answer}`);
    expect(receiver.calls.map(({ url }) => url)).toEqual(['/repos/o/r/dispatches']);
  },
);

it('times out', async () => {
  receiver.answer = 'silent';
  await expect(callWebhook(signed(), id, rules({ answerMs: 50, waitsMs: [] }))).rejects.toThrow(
    'does not answer',
  );
});

it('stops retrying when the worker ends', async () => {
  receiver.answer = 500;
  const ending = new AbortController();
  const calling = callWebhook(signed(), id, rules({ waitsMs: [3_600_000], signal: ending.signal }));
  await expect.poll(() => receiver.calls).toHaveLength(1);
  ending.abort();
  await expect(calling).rejects.toThrow('The build service');
});
