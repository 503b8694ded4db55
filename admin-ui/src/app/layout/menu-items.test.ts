import { describe, expect, it } from 'vitest';
import { menuFor } from './menu-items.ts';

const labels = (role: 'viewer' | 'editor' | 'admin') =>
  menuFor({ role }).flatMap((group) => group.map(({ label }) => label));

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

describe('the menu', () => {
  it('shows an admin everything', () => {
    expect(labels('admin')).toEqual([
      'dashboard',
      'media',
      'categoriesAndTags',
      'contacts',
      'publishing',
      'users',
      'websiteSettings',
      'settings',
      ...placeholders,
    ]);
  });
  it('hides users and website settings from editors', () => {
    expect(labels('editor')).toEqual([
      'dashboard',
      'media',
      'categoriesAndTags',
      'contacts',
      'publishing',
      'settings',
      ...placeholders,
    ]);
  });
  it('hides messages from viewers too', () => {
    expect(labels('viewer')).toEqual([
      'dashboard',
      'media',
      'categoriesAndTags',
      'settings',
      ...placeholders,
    ]);
  });
  it('lets the placeholders and the customer portal rest', () => {
    const resting = menuFor({ role: 'admin' })
      .flat()
      .filter(({ label }) => placeholders.includes(label));
    expect(resting.every(({ to }) => to === undefined)).toBe(true);
    expect(resting).toHaveLength(placeholders.length);
  });
  it('carries a badge on the item that has one, and on no other', () => {
    const badged = menuFor({ role: 'editor' }, { contacts: 3 })
      .flat()
      .filter(({ badge }) => badge !== undefined);
    expect(badged.map(({ label, badge }) => [label, badge])).toEqual([['contacts', 3]]);
  });
});
