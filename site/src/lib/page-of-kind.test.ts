import { emptyProfile } from '@veldlicht/contract/settings';
import type { PageData } from '@veldlicht/contract/snapshot';
import { expect, test } from 'vitest';
import { pageOfKind } from './page-of-kind.ts';

const page: PageData = {
  kind: 'not-found',
  path: '/404',
  site: { origin: 'https://veldlicht.example', profile: emptyProfile, googleAnalyticsId: null },
};

test('a route gets the page it was made for', () => {
  expect(pageOfKind(page, 'not-found')).toBe(page);
});

test('a route that is handed another kind of page says so', () => {
  expect(() => pageOfKind(page, 'home')).toThrow("/404 shows 'home', not 'not-found'");
});
