import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '#components/language-select.tsx';
import { ThemeToggle } from '#components/theme-toggle.tsx';
import iconUrl from '../../assets/icon.svg';

/** The pages before signing in have no router: `onEnter` takes a path below /admin. */
export interface DoorProps {
  onEnter: (path: '/' | '/login' | '/settings') => void;
}

/** Frame of the pages before signing in. */
export function AuthFrame({
  title,
  text,
  children,
}: {
  /** The name of the product by default. */
  title?: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-end gap-1 p-3">
        <LanguageSwitch />
        <ThemeToggle />
      </header>
      <main className="grid flex-1 place-items-center px-4 pb-24">
        <div className="w-full max-w-sm">
          <img src={iconUrl} alt="" width={40} height={40} />
          <h1 className="mt-6 text-2xl font-semibold tracking-tight">{title ?? t('appName')}</h1>
          {text}
          {children}
        </div>
      </main>
    </div>
  );
}
