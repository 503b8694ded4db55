import { useQuery } from '@tanstack/react-query';
import { MailWarning, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageChoice } from '#i18n/i18n.ts';
import { classNames } from '#lib/class-names.ts';
import { mailQuery } from '#lib/queries.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { longMomentText } from '#lib/time-text.ts';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  alarming?: boolean;
  children: ReactNode;
}

function Notice({ icon, title, alarming, children }: NoticeProps) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'flex items-start gap-3 rounded-lg border p-4 md:px-6',
        alarming ? 'border-danger bg-danger-wash' : 'border-hairline bg-surface',
      )}
    >
      <span className={classNames('mt-px', alarming ? 'text-danger' : 'text-amber')}>{icon}</span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </section>
  );
}

/** Tells an admin that mail about messages fails or is not set up; nothing when all is well. */
export function MailNotice({ onlyFailing = false }: { onlyFailing?: boolean }) {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const { data, isError } = useQuery(mailQuery);
  if (!data)
    return isError && !onlyFailing ? (
      <p role="status" className="text-[0.8125rem] text-muted">
        {t('failedToLoadMail')}
      </p>
    ) : null;
  const { configured, waiting, oldestAt, error } = data;
  if (waiting === 0) {
    if (configured || onlyFailing) return null;
    return (
      <Notice icon={<MailX className="size-5" />} title={t('mailOff')}>
        <p className="text-muted">{t('mailOffText')}</p>
      </Notice>
    );
  }
  const since = oldestAt === null ? '' : longMomentText(oldestAt, language);
  return (
    <Notice alarming icon={<MailWarning className="size-5" />} title={t('mailFailing')}>
      <p>{t('mailFailingText', { count: waiting, since })}</p>
      {error && <p className="text-[0.8125rem] wrap-anywhere">{t('mailSaid', { error })}</p>}
    </Notice>
  );
}
