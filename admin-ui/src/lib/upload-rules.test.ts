import { describe, expect, it } from 'vitest';
import {
  type Attempts,
  mayAskAgain,
  nextStep,
  type PutOutcome,
  pauseMs,
  refusesFile,
  retryDelay,
} from './upload-rules.ts';

const fresh: Attempts = { retries: 0, renewed: false };
const answer = (status: number, code: string | null = null): PutOutcome => ({
  kind: 'answer',
  status,
  code,
  message: 'because',
});

describe('after a PUT', () => {
  it.each([200, 201, 204])('goes on to finalise on %i', (status) => {
    expect(nextStep(answer(status), fresh)).toEqual({ do: 'finalise' });
  });
  it('takes a used ticket as proof that the bytes have arrived', () => {
    expect(nextStep(answer(409, 'ticket_used'), fresh)).toEqual({ do: 'finalise' });
  });
  it('asks for a new address on the first 403 and gives up on the second', () => {
    expect(nextStep(answer(403), fresh)).toEqual({ do: 'renew' });
    expect(nextStep(answer(403), { retries: 0, renewed: true })).toEqual({
      do: 'fail',
      reason: 'because',
    });
  });
  it.each([400, 401, 404, 413, 415])('fails with the reason on %i', (status) => {
    expect(nextStep(answer(status), fresh)).toEqual({ do: 'fail', reason: 'because' });
  });
  it.each([408, 409, 429, 500, 502, 503, 302, 0])('retries on %i', (status) => {
    expect(nextStep(answer(status), fresh)).toEqual({ do: 'retry', delayMs: 0 });
  });
  it.each(['network', 'timeout'] as const)('retries after a failure of kind %s', (kind) => {
    expect(nextStep({ kind }, { retries: 2, renewed: false })).toEqual({
      do: 'retry',
      delayMs: 3000,
    });
  });
  it('waits while offline, also with every delay used up', () => {
    expect(nextStep({ kind: 'offline' }, { retries: 4, renewed: true })).toEqual({
      do: 'wait-online',
    });
  });
  it('fails when all four delays have been used', () => {
    expect(nextStep(answer(503), { retries: 4, renewed: false })).toEqual({
      do: 'fail',
      reason: 'because',
    });
  });
});

it('asks for a new address when a PUT that a dead line cut off still holds the old one', () => {
  const tried = { retries: 4, renewed: false };
  expect(nextStep(answer(409, 'upload_busy'), tried)).toEqual({ do: 'renew' });
  expect(nextStep(answer(409, 'upload_busy'), { ...tried, renewed: true })).toMatchObject({
    do: 'fail',
  });
});

it('waits as long as the server asks, within reason', () => {
  expect([0, 1, 4].map((retries) => pauseMs(retries, 2))).toEqual([2000, 2000, null]);
  expect(pauseMs(3, 1)).toBe(5000);
  expect(pauseMs(0, 86_400)).toBe(60_000);
  const outcome = { ...answer(429, 'too_many_requests'), retryAfter: 7 };
  expect(nextStep(outcome, fresh)).toEqual({ do: 'retry', delayMs: 7000 });
});

it('waits 0, 1000, 3000 and 5000 ms, and no more', () => {
  expect([0, 1, 2, 3, 4].map(retryDelay)).toEqual([0, 1000, 3000, 5000, null]);
});

it('makes a call again when the server was busy or out of reach, never after a refusal', () => {
  expect([null, 503, 500, 429].map(mayAskAgain)).toEqual([true, true, true, true]);
  expect([400, 413, 415, 422].map(mayAskAgain)).toEqual([false, false, false, false]);
});

describe('a refused upload', () => {
  it('is about the file when it is too large, of another kind, or unreadable', () => {
    expect([413, 415, 422].every(refusesFile)).toBe(true);
  });
  it('is worth another try with the same file in every other case', () => {
    expect([null, 400, 401, 403, 409, 429, 500, 507].some(refusesFile)).toBe(false);
  });
});
