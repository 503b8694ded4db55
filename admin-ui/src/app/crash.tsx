import { Component, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';

/** Says that something failed to load or to render. */
export function CrashNotice({ error }: { error: unknown }) {
  const { t } = useTranslation();
  useEffect(() => console.error(error), [error]);
  return (
    <main role="alert" className="grid min-h-[60dvh] place-items-center px-6">
      <div className="flex max-w-md flex-col items-start gap-2">
        <h1 className="text-lg font-semibold">{t('crashTitle')}</h1>
        <p className="text-muted">{t('crashText')}</p>
        <Button className="mt-4" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      </div>
    </main>
  );
}

/** Error boundary around the whole app. */
export class CrashGuard extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    return 'error' in this.state ? <CrashNotice error={this.state.error} /> : this.props.children;
  }
}
