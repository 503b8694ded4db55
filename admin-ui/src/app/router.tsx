import { createBrowserRouter, type RouteObject } from 'react-router';
import type { PlainTextKey } from '#i18n/en.ts';
import type { Area } from '#lib/permissions.ts';
import { CrashPage } from './crash-page.tsx';
import { HydrateSpinner } from './hydrate-spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RequireSession } from './require-session.tsx';
import { RouteFrame } from './route-frame.tsx';
import type { RouteHandle } from './route-title.ts';

const titled = (title: PlainTextKey): { handle: RouteHandle } => ({ handle: { title } });

/** A page that not every role may see; the frame says so to the others. */
const within = (area: Area, title: PlainTextKey): { handle: RouteHandle } => ({
  handle: { title, area },
});

const pages: RouteObject[] = [
  {
    index: true,
    ...titled('dashboard'),
    lazy: async () => ({
      Component: (await import('#app/dashboard/dashboard-page.tsx')).DashboardPage,
    }),
  },
  {
    path: 'media',
    ...titled('mediaLibrary'),
    lazy: async () => ({ Component: (await import('#features/media/media-page.tsx')).MediaPage }),
  },
  {
    path: 'categories',
    ...within('categories', 'categoriesAndTags'),
    lazy: async () => ({
      Component: (await import('#features/categories/categories-page.tsx')).CategoriesPage,
    }),
  },
  {
    path: 'contacts',
    ...within('contacts', 'contacts'),
    lazy: async () => ({
      Component: (await import('#features/contacts/contacts-page.tsx')).ContactsPage,
    }),
  },
  {
    path: 'publishing',
    ...within('publishing', 'publishing'),
    lazy: async () => ({
      Component: (await import('#features/publishing/releases-page.tsx')).ReleasesPage,
    }),
  },
  {
    path: 'settings',
    ...titled('settings'),
    lazy: async () => ({
      Component: (await import('#features/account/settings-page.tsx')).SettingsPage,
    }),
  },
  {
    path: 'users',
    ...within('users', 'users'),
    lazy: async () => ({ Component: (await import('#features/users/users-page.tsx')).UsersPage }),
  },
  {
    path: 'website-settings',
    ...within('websiteSettings', 'websiteSettings'),
    lazy: async () => ({
      Component: (await import('#features/website-settings/website-settings-page.tsx'))
        .WebsiteSettingsPage,
    }),
  },
];

export const router = createBrowserRouter(
  [
    {
      Component: RouteFrame,
      HydrateFallback: HydrateSpinner,
      ErrorBoundary: CrashPage,
      children: [
        {
          path: 'login',
          ...titled('signIn'),
          lazy: async () => ({
            Component: (await import('#features/auth/login-page.tsx')).LoginPage,
          }),
        },
        {
          Component: RequireSession,
          children: [
            {
              lazy: async () => ({
                Component: (await import('./layout/admin-layout.tsx')).AdminLayout,
              }),
              // A page that breaks leaves the frame standing.
              children: [{ ErrorBoundary: CrashPage, children: pages }],
            },
          ],
        },
        { path: '*', ...titled('notFoundTitle'), Component: NotFoundPage },
      ],
    },
  ],
  { basename: '/admin' },
);
