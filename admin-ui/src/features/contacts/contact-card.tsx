import type { ContactSubmission } from '@veldlicht/contract/contact';
import { Eye, Inbox, Mail, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#components/ui/badge.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { classNames } from '#lib/class-names.ts';
import { mailLink, statusLooks, statusWords, submittedText } from './contact-facts.ts';

interface ContactCardProps {
  contact: ContactSubmission;
  onView: () => void;
  onDelete: () => void;
  /** Present in the spam folder, where nobody is written to. */
  onNotSpam?: (() => void) | undefined;
}

/** One message in short (spec §2 Contact submissions page); a press anywhere on it opens it. */
export function ContactCard({ contact, onView, onDelete, onNotSpam }: ContactCardProps) {
  const { t } = useTranslation();
  const { name, email, phone, message, status, submittedAt } = contact;
  const fresh = !onNotSpam && status === 'new';
  return (
    <li className="relative flex flex-col rounded-lg border border-hairline bg-surface p-4 transition-colors duration-150 [contain-intrinsic-size:auto_11rem] [content-visibility:auto] hover:border-edge md:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2
          className={classNames('min-w-0 wrap-anywhere', fresh ? 'font-semibold' : 'font-medium')}
          dir="auto"
        >
          {name}
        </h2>
        {onNotSpam ? (
          <Badge look="amber">{t('contactSpam')}</Badge>
        ) : (
          <Badge look={statusLooks[status]}>{t(statusWords[status])}</Badge>
        )}
        <time
          dateTime={submittedAt}
          lang="nl"
          className="text-[0.8125rem] text-muted tabular-nums max-sm:w-full sm:ml-auto"
        >
          {submittedText(submittedAt)}
        </time>
      </div>
      <p className="flex min-w-0 flex-wrap gap-x-4 text-[0.8125rem] text-muted">
        <span className="min-w-0 break-all">{email}</span>
        {phone && <span className="min-w-0 break-all tabular-nums">{phone}</span>}
      </p>
      <p className="mt-2 line-clamp-2 max-w-[72ch] wrap-anywhere" dir="auto">
        {message}
      </p>
      <div className="mt-2 -mb-1.5 -ml-3 flex items-center gap-1 max-md:-mr-2 md:-mr-3">
        <Button
          look="quiet"
          size="sm"
          aria-label={t('viewContact', { name })}
          onClick={onView}
          // The whole card is its target.
          className="after:absolute after:inset-0 after:rounded-lg"
        >
          <Eye aria-hidden="true" className="size-4" />
          {t('viewButton')}
        </Button>
        {onNotSpam ? (
          <Button
            look="quiet"
            size="sm"
            aria-label={t('notSpamNamed', { name })}
            onClick={onNotSpam}
            className="relative"
          >
            <Inbox aria-hidden="true" className="size-4" />
            {t('notSpam')}
          </Button>
        ) : (
          <a
            href={mailLink(contact)}
            aria-label={t('sendEmailTo', { name })}
            className={classNames(buttonClass('quiet', 'sm'), 'relative')}
          >
            <Mail aria-hidden="true" className="size-4" />
            {t('sendEmail')}
          </a>
        )}
        <IconButton
          label={t('deleteContact', { name })}
          onClick={onDelete}
          className="relative ml-auto"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </li>
  );
}
