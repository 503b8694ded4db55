import { PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '#components/language-select.tsx';
import { ThemeToggle } from '#components/theme-toggle.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { PublishPill } from '#features/publishing/publish-pill.tsx';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  title: string;
  expanded: boolean;
  onToggleSidebar: () => void;
}

export function Header({ title, expanded, onToggleSidebar }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-1 border-b border-hairline bg-ground px-2 lg:gap-2 lg:px-4">
      <IconButton
        label={t('toggleSidebar')}
        aria-expanded={expanded}
        aria-keyshortcuts="Control+B Meta+B"
        onClick={onToggleSidebar}
      >
        <PanelLeft aria-hidden="true" className="size-5" />
      </IconButton>
      {/* On narrow screens two lines rather than half a word. */}
      <h1 className="line-clamp-2 min-w-0 flex-1 text-base leading-5 font-semibold wrap-anywhere max-sm:text-sm">
        {title}
      </h1>
      <PublishPill />
      <LanguageSelect className="max-sm:hidden" />
      <ThemeToggle />
      <UserMenu />
    </header>
  );
}
