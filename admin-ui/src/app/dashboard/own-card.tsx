import type { AdminUser } from '@veldlicht/contract/user';
import { useTranslation } from 'react-i18next';
import { languageChoice } from '#i18n/i18n.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { longMomentText } from '#lib/time-text.ts';

interface OwnFactProps {
  label: string;
  value: string;
  hint?: string;
}

function OwnFact({ label, value, hint }: OwnFactProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-hairline px-4 py-3.5 md:px-6">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right text-balance">
        <span className="font-medium">{value}</span>
        {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
      </dd>
    </div>
  );
}

/** How safe the own account is, and when it was last used (spec §2 Dashboard). */
export function OwnCard({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const { twoFactorEnabled, lastLogin } = user;
  return (
    <section
      aria-labelledby="own-card"
      className="overflow-hidden rounded-lg border border-hairline bg-surface"
    >
      <h2 id="own-card" className="px-4 pt-4 pb-3 font-semibold md:px-6">
        {t('yourAccount')}
      </h2>
      <dl>
        <OwnFact
          label={t('securityLevel')}
          value={t(twoFactorEnabled ? 'securityHigh' : 'securityBasic')}
          hint={t(twoFactorEnabled ? 'securityHighHint' : 'securityBasicHint')}
        />
        <OwnFact label={t('twoFactor')} value={t(twoFactorEnabled ? 'enabled' : 'disabled')} />
        <OwnFact
          label={t('lastLogin')}
          value={lastLogin ? longMomentText(lastLogin, language) : t('never')}
        />
      </dl>
    </section>
  );
}
