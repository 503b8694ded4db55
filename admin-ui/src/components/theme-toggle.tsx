import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { storedChoice, useStore } from '#lib/store.ts';
import { IconButton } from './ui/button.tsx';

/** localStorage key (spec §4). */
const THEME_STORAGE_KEY = 'admin-theme';

/** Light by default (spec §4). The boot script applies it before the first paint. */
const themeChoice = storedChoice(THEME_STORAGE_KEY, ['light', 'dark'], (theme) => {
  document.documentElement.dataset.theme = theme;
});

export function ThemeToggle() {
  const { t } = useTranslation();
  const dark = useStore(themeChoice) === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <IconButton
      label={t(dark ? 'useLightTheme' : 'useDarkTheme')}
      onClick={() => themeChoice.set(dark ? 'light' : 'dark')}
    >
      <Icon className="size-5" />
    </IconButton>
  );
}
