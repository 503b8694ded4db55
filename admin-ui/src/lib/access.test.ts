import type { MeAnswer } from '@veldlicht/contract/auth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '#testing/builders.ts';
import { createAccess } from './access.ts';
import { answerQuestion, askPerson, isAsking } from './access-questions.ts';
import { callApi, setAccess } from './api.ts';
import { createQueryClient, sessionQuery } from './session.ts';

const me: MeAnswer = { user: aUser() };
const setUp: MeAnswer = { ...me, requires2FASetup: true };
const nobody = () => Response.json({ error: 'Please sign in' }, { status: 401 });
const refusal = (status: number, code: string) => Response.json({ error: 'No', code }, { status });

let client: ReturnType<typeof createQueryClient>;
/** Requests for the session, by the user they were made as. */
let asked: (string | null)[];
/** The session at the server. */
let answered: () => Response | Promise<Response>;
/** The response to any other call. */
let respond: () => Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/auth/me') return respond();
    asked.push(new Headers(init.headers).get('x-signed-in-as'));
    return answered();
  });
  client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, me);
  setAccess(createAccess(client));
});
afterEach(() => {
  for (const question of ['confirm', 'sign-in', 'set-up'] as const) answerQuestion(question, false);
  vi.unstubAllGlobals();
});

const session = () => client.getQueryData(sessionQuery.queryKey);
const call = () => callApi('POST', '/api/things');

describe('calls in an ended session', () => {
  beforeEach(() => {
    answered = nobody;
    respond = () => refusal(401, 'unauthenticated');
  });

  it('wait for one sign-in, are repeated, and keep the user of the page', async () => {
    const calls = [call(), call(), call()];
    await expect.poll(isAsking).toBe(true);
    // As the user of the page: another user's session counts as none.
    expect(asked).toEqual(['1']);
    expect(session()).toEqual(me);
    respond = () => new Response(null, { status: 204 });
    answerQuestion('sign-in', true);
    await Promise.all(calls);
    expect(isAsking()).toBe(false);
  });
  it('ask nothing without a session, or after logging out meanwhile', async () => {
    client.setQueryData(sessionQuery.queryKey, null);
    await expect(call()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(asked).toEqual([]);
    client.setQueryData(sessionQuery.queryKey, me);
    answered = () => {
      client.setQueryData(sessionQuery.queryKey, null);
      return nobody();
    };
    await expect(call()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(isAsking()).toBe(false);
  });
  it('are refused while the session can’t be checked', async () => {
    answered = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(call()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(isAsking()).toBe(false);
  });
});

it('repeats a call that left before the new session cookie arrived', async () => {
  answered = () => Response.json(me);
  const answers = [refusal(401, 'unauthenticated'), new Response(null, { status: 204 })];
  respond = () => answers.shift() ?? nobody();
  await call();
  expect(isAsking()).toBe(false);
});

it('asks nothing after a wrong password, also a 401', async () => {
  respond = () => refusal(401, 'invalid_credentials');
  await expect(call()).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect([asked, isAsking()]).toEqual([[], false]);
});

it('asks for the set-up over the page, but not in the set-up frame', async () => {
  answered = () => Response.json(setUp);
  respond = () => refusal(403, 'two_factor_required');
  const refused = call();
  await expect.poll(isAsking).toBe(true);
  expect(session()).toEqual(me);
  answerQuestion('set-up', false);
  await expect(refused).rejects.toMatchObject({ code: 'two_factor_required' });
  client.setQueryData(sessionQuery.queryKey, setUp);
  await expect(call()).rejects.toMatchObject({ code: 'two_factor_required' });
});

it('refuses the call when the user does not confirm', async () => {
  respond = () => refusal(403, 'confirmation_required');
  const refused = call();
  await expect.poll(isAsking).toBe(true);
  answerQuestion('confirm', false);
  await expect(refused).rejects.toMatchObject({ code: 'confirmation_required' });
});

it('accepts a sign-in as the confirmation if the session ends meanwhile', async () => {
  const confirmed = askPerson('confirm');
  const signedIn = askPerson('sign-in');
  const setUpAfter = askPerson('set-up');
  answerQuestion('confirm', false);
  expect(isAsking()).toBe(true);
  answerQuestion('sign-in', true);
  expect(await Promise.all([confirmed, signedIn, setUpAfter])).toEqual([true, true, true]);
  expect(isAsking()).toBe(false);
});
