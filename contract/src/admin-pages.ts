/** The pages of the panel (spec §2): any other address below /admin is a 404. */

/** Paths below /admin; '' is the dashboard. */
export const adminPages = [
  '',
  'login',
  'forgot',
  'new-password',
  'media',
  'categories',
  'species',
  'guard',
  'leaks',
  'notes',
  'series',
  'contacts',
  'visits',
  'publishing',
  'users',
  'audit',
  'website-settings',
  'moving',
  'settings',
] as const;
export type AdminPage = (typeof adminPages)[number];
