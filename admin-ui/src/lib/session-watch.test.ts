import { QueryObserver } from '@tanstack/react-query';
import type { MeAnswer } from '@veldlicht/contract/auth';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from './api.ts';
import { sessionQuery } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { watchSession } from './session-watch.ts';

const me: MeAnswer = {
  user: {
    id: '1',
    username: 'anna',
    email: 'anna@example.nl',
    role: 'admin',
    status: 'active',
    lastLogin: null,
    twoFactorEnabled: false,
  },
};
const setUp: MeAnswer = { ...me, requires2FASetup: true };

let client: ReturnType<typeof createQueryClient>;
let stop: () => void;
let asked: number;
let refusal: Response;
/** What the server says of the session now. */
let answered: () => Response;
let endObserving: () => void;
/** How often it was told that the session has ended. */
let ends: number;

/** A server that refuses everything but the question who is signed in. */
async function answer(path: string): Promise<Response> {
  if (path !== '/api/auth/me') return refusal.clone();
  asked++;
  return answered();
}

const session = () => client.getQueryData(sessionQuery.queryKey);
const refuse = (status: number, code: string) => {
  refusal = Response.json({ error: 'No', code }, { status });
  return callApi('POST', '/api/things').catch(() => null);
};

beforeEach(() => {
  asked = 0;
  ends = 0;
  vi.stubGlobal('fetch', answer);
  client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, me);
  stop = watchSession(client, () => ends++);
  endObserving = new QueryObserver(client, sessionQuery).subscribe(() => {});
});
afterEach(() => {
  stop();
  endObserving();
  vi.unstubAllGlobals();
});

it('knows nobody any more once a call finds that the session has ended', async () => {
  answered = () => Response.json({ error: 'Please sign in' }, { status: 401 });
  await Promise.all([refuse(401, 'unauthenticated'), refuse(401, 'unauthenticated')]);
  await expect.poll(() => ends).toBe(1);
  expect(session()).toBeNull();
  // Nobody is signed in now: there is no second end to tell of.
  await refuse(401, 'unauthenticated');
  await expect.poll(() => asked).toBe(2);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(ends).toBe(1);
});

it('tells nothing of a session that the person ended meanwhile', async () => {
  answered = () => {
    client.setQueryData(sessionQuery.queryKey, null);
    return Response.json({ error: 'Please sign in' }, { status: 401 });
  };
  await refuse(401, 'unauthenticated');
  await expect.poll(() => asked).toBe(1);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(session()).toBeNull();
  expect(ends).toBe(0);
});

it('keeps the session when a call left before the new cookie of the session came', async () => {
  answered = () => Response.json(me);
  await refuse(401, 'unauthenticated');
  await expect.poll(() => asked).toBe(1);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(session()).toEqual(me);
  expect(ends).toBe(0);
});

it('asks nothing after a wrong password, which is a 401 too', async () => {
  await refuse(401, 'invalid_credentials');
  expect(asked).toBe(0);
  expect(session()).toEqual(me);
});

it('asks once who is signed in when calls find that two-factor is required', async () => {
  answered = () => Response.json(setUp);
  await Promise.all([refuse(403, 'two_factor_required'), refuse(403, 'two_factor_required')]);
  await expect.poll(() => session()).toEqual(setUp);
  expect(asked).toBe(1);
});
