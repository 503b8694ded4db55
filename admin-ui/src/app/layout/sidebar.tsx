import { Dialog } from '@base-ui/react/dialog';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { backdropClass } from '#components/ui/dialog.tsx';
import { classNames } from '#lib/class-names.ts';
import iconUrl from '../../assets/icon.svg';
import { SidebarMenu } from './sidebar-menu.tsx';

function Wordmark({ collapsed, onNavigate }: { collapsed?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/"
      onClick={onNavigate}
      className="flex h-14 shrink-0 items-center gap-3 border-b border-hairline px-3 text-base font-semibold tracking-tight"
    >
      <img src={iconUrl} alt="" width={24} height={24} className="shrink-0" />
      <span className={classNames(collapsed && 'sr-only')}>{t('appName')}</span>
    </Link>
  );
}

/** Beside the page: 16rem, or 3rem with icons only (spec §9). */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  return (
    <aside
      className={classNames(
        // Above the page, which it never covers: what is drawn after a box that stays while the rest
        // scrolls gets layers of its own, one for each row of cards.
        'sticky top-0 z-20 flex h-dvh shrink-0 flex-col border-r border-hairline bg-deep',
        'transition-[width] duration-200 ease-out',
        collapsed ? 'w-12 [&_nav]:px-1.5 [&_nav_a]:px-[0.5625rem]' : 'w-64',
      )}
    >
      <Wordmark collapsed={collapsed} />
      <SidebarMenu collapsed={collapsed} />
    </aside>
  );
}

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Over the page on phones: 18rem (spec §9). */
export function SidebarDrawer({ open, onOpenChange }: DrawerProps) {
  const { t } = useTranslation();
  const close = () => onOpenChange(false);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          aria-label={t('mainMenu')}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r border-hairline bg-deep outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <Wordmark onNavigate={close} />
          <SidebarMenu onNavigate={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
