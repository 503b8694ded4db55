/** A signed-in client of the admin API, for the demo, journeys and benchmarks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Category } from '@veldlicht/contract/category';
import type { StoredUpload } from '@veldlicht/contract/draft';
import type { MediaInput, MediaItem } from '@veldlicht/contract/media';
import type { UploadTicket } from '@veldlicht/contract/upload';

export interface ApiClient {
  /** Sends a call and reads its JSON. Throws with the answer's text when it is refused. */
  call: <T>(method: string, path: string, payload?: unknown) => Promise<T>;
  /** Uploads and finalises a file (spec §7). */
  upload: (bytes: Uint8Array<ArrayBuffer>, type: string) => Promise<StoredUpload>;
  addMedia: (input: MediaInput) => Promise<MediaItem>;
  /** The session as a Cookie header. */
  cookie: () => string;
  /** Adds a tag unless it exists. */
  addTag: (name: string) => Promise<void>;
}

/**
 * Signs in, with a code where two-factor is on, and keeps the cookie. `origin` is the public origin, which the
 * cross-site check requires.
 */
export async function signIn(
  origin: string,
  username: string,
  password: string,
  twoFactorCode?: string,
): Promise<ApiClient> {
  let cookie = '';
  const request = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = { origin, cookie, ...(init.headers as Record<string, string>) }; // a plain object in all calls
    const answer = await fetch(new URL(path, origin), { ...init, method, headers });
    if (answer.ok) return answer;
    throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  const json = (payload: unknown): RequestInit =>
    payload === undefined
      ? {}
      : { body: JSON.stringify(payload), headers: { 'content-type': 'application/json' } };

  const login = await request(
    'POST',
    '/api/auth/login',
    json({ username, password, ...(twoFactorCode && { twoFactorCode }) }),
  );
  cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

  const call = async <T>(method: string, path: string, payload?: unknown): Promise<T> => {
    const answer = await request(method, path, json(payload));
    const text = await answer.text();
    return (text === '' ? undefined : JSON.parse(text)) as T; // a tool trusts the API it tests
  };
  /** Retries for up to a minute while the server is busy reading other files. */
  const finalise = async (mediaURL: string, tries = 30): Promise<StoredUpload> => {
    try {
      return await call('PUT', '/api/media-objects', { mediaURL });
    } catch (error) {
      if (tries === 0 || !String(error).includes('"media_busy"')) throw error;
      await pause(2000);
      return finalise(mediaURL, tries - 1);
    }
  };
  return {
    call,
    cookie: () => cookie,
    upload: async (bytes, type) => {
      const ticket = await call<UploadTicket>('POST', '/api/objects/upload');
      const body = new Blob([bytes]);
      await request('PUT', ticket.uploadURL, { body, headers: { 'content-type': type } });
      return finalise(ticket.uploadURL);
    },
    addMedia: (input) => call('POST', '/api/admin/media', input),
    addTag: async (name) => {
      const known = await call<Category[]>('GET', '/api/categories');
      if (known.some((entry) => entry.type === 'tag' && entry.name === name)) return;
      await call('POST', '/api/admin/categories', { name, type: 'tag' });
    },
  };
}
