import { useQuery } from '@tanstack/react-query';
import type { AdminPage } from '@veldlicht/contract/admin-pages';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { PageSpinner } from '#components/ui/loading.tsx';
import { LoginPage } from '#features/auth/login-page.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { notify } from '#lib/notify.ts';
import { focusPage } from '#lib/page-content.ts';
import type { Area } from '#lib/permissions.ts';
import { sessionQuery } from '#lib/session.ts';
import { CrashPage, NotFoundPage } from './error-pages.tsx';
import { AdminLayout, type RouteHandle } from './layout/admin-layout.tsx';

/** Clears notices and moves the focus when the page or the language changes. */
function RouteFrame({ from }: { from: string | null }) {
  const { pathname } = useLocation();
  const { language } = useTranslation().i18n;
  const before = useRef(from ?? pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    const signedIn = before.current === '/login';
    before.current = pathname;
    // An error belongs to its page; a success may lead to another page. The sign-in page shows why the session ended.
    if (pathname !== '/login') notify.clearError();
    // The form that had the focus is gone.
    if (signedIn) focusPage();
  }, [pathname]);

  const spoken = useRef(language);
  useEffect(() => {
    // A notice keeps the language it was shown in.
    if (spoken.current !== language) notify.clear();
    spoken.current = language;
  }, [language]);

  return <Outlet />;
}

const SetUpFrame = lazy(async () => ({ default: (await import('./set-up.tsx')).SetUpFrame }));

/**
 * Redirects to the sign-in page without a session (spec §2 Admin layout). A set-up session sees only the two-factor
 * card at /admin/settings.
 */
function RequireSession() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  if (session.isPending) return <PageSpinner />;
  if (!session.data) return <Navigate to="/login" replace />;
  if (!session.data.requires2FASetup) return <Outlet />;
  if (pathname !== '/settings') return <Navigate to="/settings" replace />;
  return (
    <Suspense fallback={<PageSpinner />}>
      <SetUpFrame />
    </Suspense>
  );
}

/** Areas whose pages do without the texts of the office. */
const withoutOffice: readonly Area[] = ['media', 'categories', 'species', 'guard'];

/** Route of a page whose code and texts load on demand. */
function page(
  path: AdminPage,
  title: PlainTextKey,
  area: Area,
  load: () => Promise<ComponentType>,
): RouteObject {
  const handle: RouteHandle = { title, area };
  const texts = async () => withoutOffice.includes(area) || loadTexts('office');
  const loadAll = async () => {
    const [Component] = await Promise.all([load(), texts()]);
    return { Component };
  };
  return { path, handle, lazy: loadAll };
}

const pages = [
  page('', 'dashboard', 'dashboard', async () => {
    return (await import('./dashboard/dashboard-page.tsx')).DashboardPage;
  }),
  page('visits', 'visits', 'visits', async () => {
    return (await import('#features/visits/visits-page.tsx')).VisitsPage;
  }),
  page('media', 'mediaLibrary', 'media', async () => {
    return (await import('#features/media/media-page.tsx')).MediaPage;
  }),
  page('categories', 'categoriesAndTags', 'categories', async () => {
    return (await import('#features/categories/categories-page.tsx')).CategoriesPage;
  }),
  page('species', 'species', 'species', async () => {
    return (await import('#features/species/species-page.tsx')).SpeciesPage;
  }),
  page('notes', 'blogs', 'notes', async () => {
    return (await import('#features/stories/stories-page.tsx')).NotesPage;
  }),
  page('series', 'portfolio', 'series', async () => {
    return (await import('#features/stories/stories-page.tsx')).SeriesPage;
  }),
  page('guard', 'guardList', 'guard', async () => {
    return (await import('#features/species/guard-page.tsx')).GuardPage;
  }),
  page('leaks', 'leakReport', 'guard', async () => {
    return (await import('#features/species/leak-page.tsx')).LeakPage;
  }),
  page('contacts', 'contacts', 'contacts', async () => {
    return (await import('#features/contacts/contacts-page.tsx')).ContactsPage;
  }),
  page('publishing', 'publishing', 'publishing', async () => {
    return (await import('#features/history/history-page.tsx')).HistoryPage;
  }),
  page('settings', 'settings', 'settings', async () => {
    return (await import('#features/account/settings-page.tsx')).SettingsPage;
  }),
  page('users', 'users', 'users', async () => {
    return (await import('#features/users/users-page.tsx')).UsersPage;
  }),
  page('audit', 'auditLog', 'auditLog', async () => {
    return (await import('#features/history/audit-page.tsx')).AuditPage;
  }),
  page('moving', 'moving', 'moving', async () => {
    return (await import('#features/moving/moving-page.tsx')).MovingPage;
  }),
  page('website-settings', 'websiteSettings', 'websiteSettings', async () => {
    return (await import('#features/website-settings/settings-page.tsx')).WebsiteSettingsPage;
  }),
];

/** The sign-in page after signing out, inside the router. */
function SignInRoute() {
  const navigate = useNavigate();
  return <LoginPage onEnter={(to) => void navigate(to, { replace: true })} />;
}

const createRouter = (from: string | null) =>
  createBrowserRouter(
    [
      {
        element: <RouteFrame from={from} />,
        HydrateFallback: PageSpinner,
        ErrorBoundary: CrashPage,
        children: [
          { path: 'login' satisfies AdminPage, Component: SignInRoute },
          {
            Component: RequireSession,
            children: [
              {
                Component: AdminLayout,
                // Keeps the frame if a page crashes.
                children: [{ ErrorBoundary: CrashPage, children: pages }],
              },
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
    { basename: '/admin' },
  );

/** The signed-in panel; `from` is the sign-in page that led here, if any. */
export function Panel({ from }: { from: string | null }) {
  const [router] = useState(() => createRouter(from));
  return <RouterProvider router={router} />;
}
