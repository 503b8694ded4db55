import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { languageChoice } from '#i18n/i18n.ts';
import { classNames } from '#lib/class-names.ts';
import { backupQuery } from '#lib/queries.ts';
import { useStoredChoice } from '#lib/stored-choice.ts';
import { agoText } from '#lib/time-text.ts';
import { backupWords } from './backup-words.ts';

/** How old the newest backup is, and what is wrong when something is; for admins. */
export function BackupCard() {
  const { t } = useTranslation();
  const language = useStoredChoice(languageChoice);
  const { data, isError } = useQuery(backupQuery);
  const words = data && backupWords(data, t, (iso) => agoText(iso, language, new Date()));
  const Icon = words?.isAlarming ? ShieldAlert : ShieldCheck;
  return (
    <section
      aria-labelledby="backup-card"
      className={classNames(
        'flex flex-col items-start gap-3 rounded-lg border p-4 md:px-6',
        words?.isAlarming ? 'border-danger bg-danger-wash' : 'border-hairline bg-surface',
      )}
    >
      <h2 id="backup-card" className="font-semibold">
        {t('backups')}
      </h2>
      {!words && !isError && <Skeleton className="h-5 w-56" />}
      {!words && isError && <p className="text-muted">{t('failedToLoadBackup')}</p>}
      {words && (
        <>
          <p className="flex items-center gap-2 font-medium">
            <Icon
              className={classNames(
                'size-5 shrink-0',
                words.isAlarming ? 'text-danger' : 'text-moss',
              )}
            />
            {words.short}
          </p>
          {words.long && (
            <p className={words.isAlarming ? undefined : 'text-muted'}>{words.long}</p>
          )}
        </>
      )}
    </section>
  );
}
