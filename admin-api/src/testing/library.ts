/** Calls of the media API by the test's user; each response is checked. */
import { category } from '@veldlicht/contract/category';
import { mediaItem, publicMediaItem } from '@veldlicht/contract/media';
import { z } from 'zod';
import { publishLists } from './public-content.ts';
import { readAnswer } from './read-answer.ts';
import type { World } from './test-app.ts';
import { addFile, mediaPayload } from './test-content.ts';

type Change = Record<string, unknown>;

const MEDIA = '/api/admin/media';
export const CATEGORIES = '/api/admin/categories';

export function useLibrary(t: World) {
  /** Payload of a new photo with its own file. */
  const payload = (change: Change = {}) => mediaPayload(addFile(t.db).imageUrl, change);
  const call = (method: string, path: string, json?: unknown) => t.send(method, MEDIA + path, json);
  return {
    call,
    payload,
    create: (change: Change = {}) => readAnswer(mediaItem, call('POST', '', payload(change))),
    change: (id: string, json: unknown) => readAnswer(mediaItem, call('PATCH', `/${id}`, json)),
    remove: (id: string) => call('DELETE', `/${id}`),
    items: () => readAnswer(z.array(mediaItem), call('GET', '')),
    /** The public list: all, or those of `/featured` or `/recent`. */
    published: async (which = '') => {
      await publishLists(t);
      return readAnswer(z.array(publicMediaItem), t.request(`/api/media${which}`));
    },
    addTag: (name: string) =>
      readAnswer(category, t.send('POST', CATEGORIES, { name, type: 'tag' })),
  };
}
