import { createBrowserRouter, type RouteObject } from 'react-router';
import type { PlainTextKey } from '#i18n/en.ts';
import { CrashPage } from './crash-page.tsx';
import { HydrateSpinner } from './hydrate-spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RequireSession } from './require-session.tsx';
import { RestingPage } from './resting-page.tsx';
import type { RouteHandle } from './route-title.ts';

const titled = (title: PlainTextKey): { handle: RouteHandle } => ({ handle: { title } });

/** Pages of the specification that later work will fill. */
const resting: RouteObject[] = [
  { path: 'categories', ...titled('categoriesAndTags'), Component: RestingPage },
  { path: 'contacts', ...titled('contacts'), Component: RestingPage },
  { path: 'users', ...titled('users'), Component: RestingPage },
  { path: 'website-settings', ...titled('websiteSettings'), Component: RestingPage },
  { path: 'settings', ...titled('settings'), Component: RestingPage },
];

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
  ...resting,
];

export const router = createBrowserRouter(
  [
    {
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
