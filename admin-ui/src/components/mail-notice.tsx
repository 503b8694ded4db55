import { useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mailQuery } from '#lib/queries.ts';
import { longMomentText } from '#lib/time-text.ts';
import { linkClass } from './ui/button.tsx';
import { BuilderFold } from './ui/card.tsx';

/** Says where messages of visitors are mailed to; renders nothing until that is known. */
export function MessagesRecipient({ link }: { link?: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery(mailQuery);
  if (!data) return null;
  const { server, recipient } = data;
  const address = recipient?.address ?? '';
  const sentence = server ? t('messagesGoTo', { address }) : t('messagesWillGoTo', { address });
  return (
    <p className="wrap-anywhere text-muted">
      {recipient ? sentence : t('messagesGoNowhere')}{' '}
      {link ? (
        <Link to="/website-settings#mail" className={linkClass}>
          {t('messagesChange')}
        </Link>
      ) : (
        recipient && t(`messagesBy:${recipient.from}`)
      )}
    </p>
  );
}

/** Warns an admin that mail fails. */
export function MailNotice() {
  const { t } = useTranslation();
  const { data } = useQuery(mailQuery);
  if (!data || data.waiting === 0) return null;
  const since = data.oldestAt === null ? '' : longMomentText(data.oldestAt);
  return (
    <section
      aria-label={t('mailFailing')}
      className="flex items-start gap-3 rounded-lg border border-danger bg-danger-wash p-4 md:px-6"
    >
      <MailWarning className="mt-px size-5 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">{t('mailFailing')}</p>
        <p>{t('mailFailingText', { count: data.waiting, since })}</p>
        {data.error && (
          <BuilderFold className="text-small">
            <p className="mt-1 wrap-anywhere">{t('mailSaid', { error: data.error })}</p>
          </BuilderFold>
        )}
      </div>
    </section>
  );
}
