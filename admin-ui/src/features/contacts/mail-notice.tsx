import { useQuery } from '@tanstack/react-query';
import { MailWarning, MailX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { mailQuery } from '#lib/queries.ts';
import { longMomentText } from '#lib/time-text.ts';

/** Where messages of visitors go, in one sentence; nothing while that is not known. */
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
        <Link
          to="/website-settings#mail"
          className="font-medium text-moss underline underline-offset-4 hover:text-moss-hover"
        >
          {t('messagesChange')}
        </Link>
      ) : (
        recipient && t(`messagesBy:${recipient.from}`)
      )}
    </p>
  );
}

/** Tells an admin that mail about messages fails or is not set up; nothing when all is well. */
export function MailNotice({ onlyFailing = false }: { onlyFailing?: boolean }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(mailQuery);
  if (!data)
    return isError && !onlyFailing ? (
      <p role="status" className="text-[0.8125rem] text-muted">
        {t('failedToLoadMail')}
      </p>
    ) : null;
  const { server, recipient, waiting, oldestAt, error } = data;
  const isFailing = waiting > 0;
  if (!isFailing && ((server && recipient) || onlyFailing)) return null;
  const since = oldestAt === null ? '' : longMomentText(oldestAt);
  const title = t(isFailing ? 'mailFailing' : 'mailOff');
  const Icon = isFailing ? MailWarning : MailX;
  return (
    <section
      aria-label={title}
      className={classNames(
        'flex items-start gap-3 rounded-lg border p-4 md:px-6',
        isFailing ? 'border-danger bg-danger-wash' : 'border-hairline bg-surface',
      )}
    >
      <Icon
        className={classNames('mt-px size-5 shrink-0', isFailing ? 'text-danger' : 'text-amber')}
      />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">{title}</p>
        {isFailing ? (
          <p>{t('mailFailingText', { count: waiting, since })}</p>
        ) : (
          <p className="text-muted">{t('mailOffText')}</p>
        )}
        {!onlyFailing && (
          <Link
            to="/website-settings#mail"
            className="font-medium text-moss underline-offset-4 hover:underline"
          >
            {t(server ? 'mailLook' : 'mailSetUp')}
          </Link>
        )}
        {isFailing && error && (
          <details className="text-[0.8125rem]">
            <summary className="cursor-pointer">{t('forBuilder')}</summary>
            <p className="mt-1 wrap-anywhere">{t('mailSaid', { error })}</p>
          </details>
        )}
      </div>
    </section>
  );
}
