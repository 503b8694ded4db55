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
/** How often it was asked who is signed in, and who made that call. */
let asked: (string | null)[];
/** What the server says of the session now. */
let answered: () => Response | Promise<Response>;
/** What it says to any other call. */
let said: () => Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/auth/me') return said();
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
    said = () => refusal(401, 'unauthenticated');
  });

  it('wait for one sign-in and are made again, and the page stays who it was', async () => {
    const calls = [call(), call(), call()];
    await expect.poll(isAsking).toBe(true);
    // As the person the page shows: another's session counts as none.
    expect(asked).toEqual(['1']);
    expect(session()).toEqual(me);
    said = () => new Response(null, { status: 204 });
    answerQuestion('sign-in', true);
    await Promise.all(calls);
    expect(isAsking()).toBe(false);
  });
  it('are asked of nobody where nobody is signed in, or who logs out meanwhile', async () => {
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
  it('are refused as they are while it can’t be found out', async () => {
    answered = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(call()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(isAsking()).toBe(false);
  });
});

it('makes a call again that left before the new cookie of the session came', async () => {
  answered = () => Response.json(me);
  const answers = [refusal(401, 'unauthenticated'), new Response(null, { status: 204 })];
  said = () => answers.shift() ?? nobody();
  await call();
  expect(isAsking()).toBe(false);
});

it('asks nothing after a wrong password, which is a 401 too', async () => {
  said = () => refusal(401, 'invalid_credentials');
  await expect(call()).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect([asked, isAsking()]).toEqual([[], false]);
});

it('asks for the set-up over the page, but not in the frame of the set-up', async () => {
  answered = () => Response.json(setUp);
  said = () => refusal(403, 'two_factor_required');
  const refused = call();
  await expect.poll(isAsking).toBe(true);
  expect(session()).toEqual(me);
  answerQuestion('set-up', false);
  await expect(refused).rejects.toMatchObject({ code: 'two_factor_required' });
  client.setQueryData(sessionQuery.queryKey, setUp);
  await expect(call()).rejects.toMatchObject({ code: 'two_factor_required' });
});

it('refuses the call when the person does not confirm', async () => {
  said = () => refusal(403, 'confirmation_required');
  const refused = call();
  await expect.poll(isAsking).toBe(true);
  answerQuestion('confirm', false);
  await expect(refused).rejects.toMatchObject({ code: 'confirmation_required' });
});

it('takes a sign-in for the confirmation when the session ends while that is asked for', async () => {
  const confirmed = askPerson('confirm');
  const signedIn = askPerson('sign-in');
  const setUpAfter = askPerson('set-up');
  answerQuestion('confirm', false);
  expect(isAsking()).toBe(true);
  answerQuestion('sign-in', true);
  expect(await Promise.all([confirmed, signedIn, setUpAfter])).toEqual([true, true, true]);
  expect(isAsking()).toBe(false);
});
