import type { PageData } from '@veldlicht/contract/snapshot';
import { expect, test } from 'vitest';
import { site } from '#testing/items.ts';
import { pageOfKind } from './page-of-kind.ts';

const page: PageData = { kind: 'not-found', path: '/404', site, landscape: null };

test('a route gets a page of its kind, and throws for another kind', () => {
  expect(pageOfKind(page, 'not-found')).toBe(page);
  expect(() => pageOfKind(page, 'home')).toThrow("/404 shows 'home', not 'not-found'");
});
