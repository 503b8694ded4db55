import { expect, it } from 'vitest';
import { menuFor } from './menu-items.ts';

const placeholders = [
  'portfolio',
  'blogs',
  'reviews',
  'customers',
  'caseStudies',
  'newsletterSubscribers',
  'faqManager',
  'customerPortal',
];

it.each([
  ['viewer', ['dashboard', 'media', 'categoriesAndTags', 'species', 'settings']],
  [
    'editor',
    [
      'dashboard',
      'media',
      'categoriesAndTags',
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
      'media',
      'categoriesAndTags',
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
] as const)('leads a %s to what the role may see; the placeholders rest', (role, labels) => {
  const items = menuFor({ role }).flat();
  expect(items.map(({ label }) => label)).toEqual([...labels, ...placeholders]);
  const resting = items.filter(({ to }) => to === undefined);
  expect(resting.map(({ label }) => label)).toEqual(placeholders);
});
