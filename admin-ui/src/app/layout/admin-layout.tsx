import { useQuery } from '@tanstack/react-query';
import { PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { LanguageSelect } from '#components/language-select.tsx';
import { firstOpen } from '#components/on-demand.tsx';
import { ThemeToggle } from '#components/theme-toggle.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFreshContacts } from '#features/contacts/contact-queries.ts';
import type { PlainTextKey } from '#i18n/en.ts';
import { useQuestions } from '#lib/access-questions.ts';
import { useDocumentTitle } from '#lib/document-title.ts';
import { type Area, mayEnter, useUser } from '#lib/permissions.ts';
import { sessionQuery } from '#lib/session.ts';
import { useWordsAsked } from '#lib/words-question.ts';
import { NoAccessPage } from '../error-pages.tsx';
import { PublishPill } from './publish-pill.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './sidebar-state.ts';
import { UserMenu } from './user-menu.tsx';

const WordsQuestion = firstOpen(
  async () => (await import('#features/species/words-question.tsx')).WordsQuestion,
);
const AccessQuestions = firstOpen(async () => (await import('../set-up.tsx')).AccessQuestions);

/** `handle` of a page's route. */
export interface RouteHandle {
  title: PlainTextKey;
  area: Area;
}

/** Shown until new backup codes are confirmed as saved; unsaved ones can only be replaced. */
function CodesReminder() {
  const { t } = useTranslation();
  const unsaved = useQuery(sessionQuery).data?.backupCodesUnsaved === true;
  const { pathname } = useLocation();
  // The card on that page says the same.
  if (!unsaved || pathname === '/settings') return null;
  return (
    <Notice tone="danger" className="mb-6">
      {t('codesUnsaved')}{' '}
      <Link to="/settings" className="font-medium underline underline-offset-4">
        {t('codesUnsavedLink')}
      </Link>
    </Notice>
  );
}

function Header({ title, sidebar }: { title: string; sidebar: ReturnType<typeof useSidebar> }) {
  const { t } = useTranslation();
  return (
    <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-1 border-b border-hairline bg-ground px-2 lg:gap-2 lg:px-4">
      <IconButton
        label={t('toggleSidebar')}
        aria-expanded={sidebar.isMobile ? sidebar.drawerOpen : !sidebar.collapsed}
        aria-keyshortcuts="Control+B Meta+B"
        onClick={sidebar.toggle}
      >
        <PanelLeft className="size-5" />
      </IconButton>
      {/* Shrinks after the pill, to two lines. */}
      <h1 className="line-clamp-2 min-w-0 flex-auto text-base leading-5 font-semibold hyphens-auto wrap-anywhere max-sm:text-sm">
        {title}
      </h1>
      <PublishPill />
      <LanguageSelect className="max-sm:hidden" />
      <ThemeToggle />
      <UserMenu />
    </header>
  );
}

/** The frame of every page for signed-in people. */
export function AdminLayout() {
  const { t } = useTranslation();
  // Cast: router.tsx sets `handle`, on pages only.
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const user = useUser();
  const allowed = !handle || (user !== undefined && mayEnter(user, handle.area));
  const title = t(allowed ? (handle?.title ?? 'appName') : 'noAccessTitle');
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
      <Sidebar {...sidebar} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header title={title} sidebar={sidebar} />
        <main id="content" tabIndex={-1} className="flex-1 px-4 py-6 outline-none md:px-8">
          <CodesReminder />
          {allowed ? <Outlet /> : <NoAccessPage />}
        </main>
      </div>
      <WordsQuestion open={useWordsAsked() !== null} />
      <AccessQuestions open={useQuestions().length > 0} />
      <ScrollRestoration />
    </div>
  );
}
