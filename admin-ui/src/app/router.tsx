import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import { PageSpinner } from '#components/ui/spinner.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { notify } from '#lib/notify.ts';
import type { Area } from '#lib/permissions.ts';
import { sessionQuery } from '#lib/queries.ts';
import { CrashPage, NotFoundPage } from './error-pages.tsx';
import type { RouteHandle } from './route-title.ts';

/** Shown while the code of the first route arrives. */
function HydrateSpinner() {
  const { t } = useTranslation();
  return <PageSpinner label={t('loading')} />;
}

/** Around every page: what a change of page or language means for the notice and the focus. */
function RouteFrame() {
  const { pathname } = useLocation();
  const { language } = useTranslation().i18n;
  const before = useRef(pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    const signedIn = before.current === '/login';
    before.current = pathname;
    // An error is about the page it came on; a success may well lead to another one. Who is sent
    // to the sign-in page is told why there.
    if (pathname !== '/login') notify.clearError();
    // The form that had the focus is gone.
    if (signedIn) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);

  const spoken = useRef(language);
  useEffect(() => {
    // A notice holds the words it was shown with.
    if (spoken.current !== language) notify.clear();
    spoken.current = language;
  }, [language]);

  return <Outlet />;
}

const SetUpFrame = lazy(async () => ({
  default: (await import('./set-up-frame.tsx')).SetUpFrame,
}));

/**
 * Lets signed-in people through; others go to the sign-in page (spec §2 Admin
 * layout). A set-up session sees the two-factor card at /admin/settings and nothing else
 * (product decisions §3).
 */
function RequireSession() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  if (session.isPending) return <PageSpinner label={t('loading')} />;
  if (!session.data) return <Navigate to="/login" replace />;
  if (!session.data.requires2FASetup) return <Outlet />;
  if (pathname !== '/settings') return <Navigate to="/settings" replace />;
  return (
    <Suspense fallback={<PageSpinner label={t('loading')} />}>
      <SetUpFrame />
    </Suspense>
  );
}

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
      Component: (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
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
