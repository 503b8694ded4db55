import { useTranslation } from 'react-i18next';
import { cleanCode } from '#features/auth/clean-code.ts';
import { CodeEntry } from './code-entry.tsx';
import { useDisable } from './use-two-factor.ts';

interface DisablePanelProps {
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for a code before the second factor goes (spec §2, §5). */
export function DisablePanel({ onDone, onCancel }: DisablePanelProps) {
  const { t } = useTranslation();
  const disable = useDisable(onDone);
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h3 className="font-semibold">{t('disableTwoFactor')}</h3>
        <p className="mt-1 text-muted">{t('disableTwoFactorText')}</p>
      </div>
      <CodeEntry
        label={t('code')}
        clean={(typed) => cleanCode(typed, 'backup')}
        confirm={t('disable')}
        look="danger"
        takesFocus
        pending={disable.pending}
        onSubmit={disable.send}
        onCancel={onCancel}
      />
    </section>
  );
}
