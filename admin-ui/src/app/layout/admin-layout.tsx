import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router';
import { useFreshContacts } from '#features/contacts/use-contacts.ts';
import { HeldBanner } from '#features/publishing/held-banner.tsx';
import { useDocumentTitle } from '#lib/document-title.ts';
import { mayEnter } from '#lib/permissions.ts';
import { sessionQuery } from '#lib/queries.ts';
import { AccessQuestions } from '../access-questions.tsx';
import { NoAccessPage } from '../no-access-page.tsx';
import { useRouteHandle, useRouteTitle } from '../route-title.ts';
import { CodesReminder } from './codes-reminder.tsx';
import { Header } from './header.tsx';
import { Sidebar, SidebarDrawer } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';

/** The frame of every page for signed-in people. */
export function AdminLayout() {
  const { t } = useTranslation();
  const routeTitle = useRouteTitle();
  const area = useRouteHandle()?.area;
  const user = useQuery(sessionQuery).data?.user;
  const allowed = area === undefined || (user !== undefined && mayEnter(user, area));
  const title = allowed ? routeTitle : t('noAccessTitle');
  const sidebar = useSidebar();
  useFreshContacts();
  useDocumentTitle(`${title} · ${t('appName')}`);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-moss px-4 py-2 text-on-moss focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skipToContent')}
      </a>
      {sidebar.isMobile ? (
        <SidebarDrawer open={sidebar.drawerOpen} onOpenChange={sidebar.setDrawerOpen} />
      ) : (
        <Sidebar collapsed={sidebar.collapsed} />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <Header title={title} onToggleSidebar={sidebar.toggle} expanded={sidebar.expanded} />
        <HeldBanner />
        <main id="content" tabIndex={-1} className="flex-1 px-4 py-6 outline-none md:px-8">
          <CodesReminder />
          {allowed ? <Outlet /> : <NoAccessPage />}
        </main>
      </div>
      <AccessQuestions />
      <ScrollRestoration />
    </div>
  );
}
