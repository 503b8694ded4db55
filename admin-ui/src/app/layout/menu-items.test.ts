import { expect, it } from 'vitest';
import { laterItems, menuFor } from './menu-items.ts';

const placeholders = [
  'reviews',
  'customers',
  'caseStudies',
  'newsletterSubscribers',
  'faqManager',
  'customerPortal',
];

it.each([
  [
    'viewer',
    [
      'dashboard',
      'visits',
      'media',
      'categoriesAndTags',
      'portfolio',
      'blogs',
      'species',
      'settings',
    ],
  ],
  [
    'editor',
    [
      'dashboard',
      'visits',
      'media',
      'categoriesAndTags',
      'portfolio',
      'blogs',
      'species',
      'guardList',
      'leakReport',
      'contacts',
      'publishing',
      'settings',
    ],
  ],
  [
    'admin',
    [
      'dashboard',
      'visits',
      'media',
      'categoriesAndTags',
      'portfolio',
      'blogs',
      'species',
      'guardList',
      'leakReport',
      'contacts',
      'publishing',
      'users',
      'websiteSettings',
      'settings',
    ],
  ],
] as const)('leads a %s to what the role may see', (role, labels) => {
  expect(menuFor({ role }).map(({ label }) => label)).toEqual([...labels]);
});

it('has the items that are still to come, which lead nowhere', () => {
  expect(laterItems.map(({ label }) => label)).toEqual(placeholders);
  expect(laterItems.filter(({ to }) => to !== undefined)).toEqual([]);
});
