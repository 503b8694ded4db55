import { expect, it } from 'vitest';
import { countMedia } from './media-counts.ts';

it('counts drafts, and what is still working or has failed', () => {
  expect(
    countMedia([
      { status: 'published', processing: 'ready' },
      { status: 'draft', processing: 'working' },
      { status: 'draft', processing: 'failed' },
    ]),
  ).toEqual({ items: 3, drafts: 2, working: 1, failed: 1 });
});
