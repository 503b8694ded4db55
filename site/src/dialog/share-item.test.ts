import { expect, it } from 'vitest';
import { type Sharing, shareItem } from './share-item.ts';

const item = { title: 'Ree', url: 'https://voorbeeld.nl/foto/ree-1234' };

/** A browser that records what it copies, with the given `share`. */
function browserWith(share?: Sharing['share']) {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  // Only this part of a clipboard is used.
  const clipboard = { writeText } as Clipboard;
  return { copied, browser: share ? { share, clipboard } : { clipboard } };
}

it('shares the address through the device if it can', async () => {
  const { copied, browser } = browserWith(async () => undefined);
  expect([await shareItem(item, browser), copied]).toEqual(['shared', []]);
});

it('copies nothing when the visitor changed their mind', async () => {
  const { copied, browser } = browserWith(async () => {
    throw new DOMException('', 'AbortError');
  });
  expect([await shareItem(item, browser), copied]).toEqual(['left', []]);
});

it('copies the address where sharing is missing or refused', async () => {
  const missing = browserWith();
  expect([await shareItem(item, missing.browser), missing.copied]).toEqual(['copied', [item.url]]);
  const refused = browserWith(async () => {
    throw new DOMException('', 'NotAllowedError');
  });
  expect([await shareItem(item, refused.browser), refused.copied]).toEqual(['copied', [item.url]]);
});

it('reports when nothing works', async () => {
  expect(await shareItem(item, {})).toBe('failed');
});
