import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { firstOpen } from '#components/on-demand.tsx';
import { useNewContacts } from '#features/contacts/contact-queries.ts';
import { classNames } from '#lib/class-names.ts';
import { useUser } from '#lib/permissions.ts';
import iconUrl from '../../assets/icon.svg';
import { laterItems, type MenuItem, menuFor } from './menu-items.ts';
import type { useSidebar } from './sidebar-state.ts';

const Drawer = firstOpen(async () => (await import('#components/ui/drawer.tsx')).Drawer);

/** Higher counts show as 99+. */
const MOST = 99;

interface MenuProps {
  collapsed?: boolean | undefined;
  onNavigate?: (() => void) | undefined;
}

/** Count of new entries, on the corner of the icon when the sidebar is collapsed. */
function MenuBadge({ count, collapsed }: { count: number; collapsed?: boolean | undefined }) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return (
    <span
      className={classNames(
        'grid place-items-center rounded-full bg-moss font-semibold text-on-moss tabular-nums',
        collapsed
          ? 'absolute -top-0.5 -right-0.5 h-4 min-w-4 px-1 text-dot'
          : 'ml-auto h-5 min-w-5 px-1.5 text-tiny',
      )}
    >
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{t('menuBadge', { count })}</span>
    </span>
  );
}

const rowClass = 'relative flex h-9 items-center gap-3 rounded-md px-2.5';

function MenuRow(props: MenuProps & { item: MenuItem; count: number }) {
  const { item, count, collapsed, onNavigate } = props;
  const { t } = useTranslation();
  const label = t(item.label);
  const icon = <item.icon className="size-4.5 shrink-0" />;
  const text = <span className={classNames('truncate', collapsed && 'sr-only')}>{label}</span>;
  if (item.to === undefined) {
    return (
      <button
        type="button"
        disabled
        title={collapsed ? `${label} (${t('soon')})` : undefined}
        className={classNames(rowClass, 'w-full gap-2.5 text-small text-muted')}
      >
        {icon}
        {text}
        <span
          className={classNames(
            '-mr-1.5 -ml-1.5 flex-1 text-right text-tiny',
            collapsed && 'sr-only',
          )}
        >
          {t('soon')}
        </span>
      </button>
    );
  }
  return (
    <NavLink
      to={item.to}
      end={item.to === '/'}
      onClick={onNavigate}
      title={collapsed ? label : undefined}
      className={({ isActive }) =>
        classNames(
          rowClass,
          'transition-colors duration-150',
          isActive
            ? 'bg-moss-wash font-medium text-ink before:absolute before:top-2 before:bottom-2 before:-left-2 before:w-[3px] before:rounded-full before:bg-moss'
            : 'text-ink/85 hover:bg-moss-wash/60',
        )
      }
    >
      {icon}
      {text}
      <MenuBadge count={count} collapsed={collapsed} />
    </NavLink>
  );
}

function LaterItems({ collapsed }: MenuProps) {
  const { t } = useTranslation();
  return (
    <details className="group mt-3 border-t border-hairline pt-3">
      <summary
        title={collapsed ? t('later') : undefined}
        className={classNames(
          rowClass,
          'cursor-pointer list-none text-muted transition-colors duration-150 hover:bg-moss-wash/60 [&::-webkit-details-marker]:hidden',
          collapsed && 'px-2.25',
        )}
      >
        <ChevronRight className="size-4.5 shrink-0 transition-transform duration-150 group-open:rotate-90" />
        <span className={classNames('truncate', collapsed && 'sr-only')}>{t('later')}</span>
      </summary>
      <MenuList items={laterItems} collapsed={collapsed} />
    </details>
  );
}

function MenuList({ items, ...props }: MenuProps & { items: readonly MenuItem[] }) {
  const newContacts = useNewContacts();
  return (
    <ul className="flex flex-col gap-0.5">
      {items.map((item) => (
        <li key={item.label}>
          <MenuRow item={item} count={item.label === 'contacts' ? newContacts : 0} {...props} />
        </li>
      ))}
    </ul>
  );
}

function SidebarMenu({ collapsed, onNavigate }: MenuProps) {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <>
      <Link
        to="/"
        onClick={onNavigate}
        className="flex h-14 shrink-0 items-center gap-3 border-b border-hairline px-3 text-base font-semibold tracking-tight"
      >
        <img src={iconUrl} alt="" width={24} height={24} className="shrink-0" />
        <span className={classNames(collapsed && 'sr-only')}>{t('appName')}</span>
      </Link>
      <nav
        aria-label={t('mainMenu')}
        className="flex-1 overflow-x-hidden overflow-y-auto px-2 py-3"
      >
        {user && <MenuList items={menuFor(user)} collapsed={collapsed} onNavigate={onNavigate} />}
        {user && <LaterItems collapsed={collapsed} />}
      </nav>
    </>
  );
}

/** 16rem wide, or 3rem with icons only; a drawer of 18rem on phones (spec §9). */
export function Sidebar(props: ReturnType<typeof useSidebar>) {
  const { isMobile, collapsed, drawerOpen, setDrawerOpen } = props;
  const { t } = useTranslation();
  if (isMobile)
    return (
      <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} label={t('mainMenu')}>
        <SidebarMenu onNavigate={() => setDrawerOpen(false)} />
      </Drawer>
    );
  return (
    <aside
      className={classNames(
        // Above the page though it never covers it: below, the browser would give each row of cards drawn
        // after this sticky box a layer of its own.
        'sticky top-0 z-20 flex h-dvh shrink-0 flex-col border-r border-hairline bg-deep',
        'transition-[width] duration-200 ease-out',
        collapsed ? 'w-12 [&_nav]:px-1.5 [&_nav_a]:px-2.25' : 'w-64',
      )}
    >
      <SidebarMenu collapsed={collapsed} />
    </aside>
  );
}
