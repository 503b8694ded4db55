import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';

const MOST = 99;

interface MenuBadgeProps {
  count: number;
  /** On the corner of the icon, when there is room for nothing else. */
  collapsed?: boolean;
}

/** How many new things wait; nothing at 0. Said in words to screen readers. */
export function MenuBadge({ count, collapsed }: MenuBadgeProps) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return (
    <span
      className={classNames(
        'grid place-items-center rounded-full bg-moss font-semibold text-on-moss tabular-nums',
        collapsed
          ? 'absolute -top-0.5 -right-0.5 h-4 min-w-4 px-1 text-[0.625rem]'
          : 'ml-auto h-5 min-w-5 px-1.5 text-[0.6875rem]',
      )}
    >
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{t('menuBadge', { count })}</span>
    </span>
  );
}
