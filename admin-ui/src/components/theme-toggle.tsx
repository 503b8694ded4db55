import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { themeChoice } from '#lib/theme.ts';

export function ThemeToggle() {
  const { t } = useTranslation();
  const dark = useStoredChoice(themeChoice) === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <IconButton
      label={t(dark ? 'useLightTheme' : 'useDarkTheme')}
      onClick={() => themeChoice.set(dark ? 'light' : 'dark')}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
