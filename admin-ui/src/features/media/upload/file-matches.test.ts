import type { MediaItem } from '@veldlicht/contract/media';
import { expect, it } from 'vitest';
import { matchesOf } from './file-matches.ts';

// Cast: nothing else of an item is looked at.
const item = (id: string, imageUrl: string, originalName: string | null) =>
  ({ id, type: 'photo', imageUrl, originalName }) as MediaItem;
const items = [
  item('bytes', '/media/a/960.jpg', 'Vos.jpg'),
  item('name', '/media/b/960.jpg', 'VOS.JPG'),
  item('other', '/media/c/960.jpg', null),
];

it.each([
  ['its bytes, before its name', '/media/a/960.jpg', 'vos.jpg', ['bytes'], []],
  ['its bytes under another name', '/media/c/960.jpg', 'das.jpg', ['other'], []],
  ['its name in any case', '/media/d/960.jpg', 'vos.jpg', [], ['bytes', 'name']],
  ['its name before it was sent', null, 'vos.jpg', [], ['bytes', 'name']],
  ['nothing', '/media/d/960.jpg', 'das.jpg', [], []],
])('knows a file by %s', (_, objectPath, name, same, named) => {
  const found = matchesOf(items, { name, type: 'photo', objectPath });
  const ids = (list: MediaItem[]) => list.map(({ id }) => id);
  expect([ids(found.same), ids(found.named)]).toEqual([same, named]);
});

it('does not offer to replace a photo with a video of its name', () => {
  const video = { name: 'vos.jpg', type: 'video', objectPath: null } as const;
  expect(matchesOf(items, video).named).toEqual([]);
});
