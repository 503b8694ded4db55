import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useNewContacts } from '#features/contacts/use-contacts.ts';
import { classNames } from '#lib/class-names.ts';
import { sessionQuery } from '#lib/queries.ts';
import { MenuBadge } from './menu-badge.tsx';
import { type MenuItem, menuFor } from './menu-items.ts';

interface MenuProps {
  /** Icons only. */
  collapsed?: boolean;
  onNavigate?: () => void;
}

const rowClass = 'relative flex h-9 items-center gap-3 rounded-md px-2.5';

function MenuRow({ item, collapsed, onNavigate }: MenuProps & { item: MenuItem }) {
  const { t } = useTranslation();
  const label = t(item.label);
  const icon = <item.icon aria-hidden="true" className="size-[1.125rem] shrink-0" />;
  const text = <span className={classNames('truncate', collapsed && 'sr-only')}>{label}</span>;
  if (item.to === undefined) {
    return (
      <button
        type="button"
        disabled
        title={collapsed ? `${label} (${t('soon')})` : undefined}
        className={classNames(rowClass, 'w-full gap-2.5 text-[0.8125rem] text-muted')}
      >
        {icon}
        {text}
        <span
          className={classNames(
            '-mr-1.5 -ml-1.5 flex-1 text-right text-[0.6875rem]',
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
      {item.badge !== undefined && <MenuBadge count={item.badge} collapsed={collapsed} />}
    </NavLink>
  );
}

export function SidebarMenu({ collapsed, onNavigate }: MenuProps) {
  const { t } = useTranslation();
  const user = useQuery(sessionQuery).data?.user;
  const contacts = useNewContacts();
  if (!user) return null;
  return (
    <nav aria-label={t('mainMenu')} className="flex-1 overflow-x-hidden overflow-y-auto px-2 py-3">
      {menuFor(user, { contacts }).map((group, i) => (
        <ul
          // Groups never move.
          key={group[0]?.label}
          className={classNames(
            'flex flex-col gap-0.5',
            i > 0 && 'mt-3 border-t border-hairline pt-3',
          )}
        >
          {group.map((item) => (
            <li key={item.label}>
              <MenuRow item={item} collapsed={collapsed} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
