import type { ContactFolder, ContactSubmission } from '@veldlicht/contract/contact';
import type { TFunction } from 'i18next';
import { Eye, Inbox, Mail, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeleteWords } from '#components/delete-dialog.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, buttonClass, IconButton } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { mailLink, statusLooks, statusWords, submittedText } from './contact-facts.ts';
import { useNotSpam } from './contact-queries.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { readReplyDraft } from './reply-facts.ts';

interface ContactCardProps {
  contact: ContactSubmission;
  folder: ContactFolder;
  onView: () => void;
  onDelete: () => void;
}

/** A message in short (spec §2 Contact submissions page); a press anywhere opens it. */
export function ContactCard({ contact, folder, onView, onDelete }: ContactCardProps) {
  const { t } = useTranslation();
  const { mutate: toInbox } = useNotSpam();
  const { name, email, phone, message, status, submittedAt, enquiry } = contact;
  const fresh = folder === 'inbox' && status === 'new';
  return (
    <li className="relative flex flex-col rounded-lg border border-hairline bg-surface p-4 transition-colors duration-150 [contain-intrinsic-size:auto_11rem] [content-visibility:auto] hover:border-edge md:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2
          className={classNames('min-w-0 wrap-anywhere', fresh ? 'font-semibold' : 'font-medium')}
          dir="auto"
        >
          {name}
        </h2>
        {folder === 'inbox' ? (
          <Badge look={statusLooks[status]}>{t(statusWords[status])}</Badge>
        ) : (
          <Badge look="amber">{t(`folder:${folder}`)}</Badge>
        )}
        {readReplyDraft(contact.id) && <Badge look="amber">{t('draft')}</Badge>}
        <time
          dateTime={submittedAt}
          lang="nl"
          className="text-small text-muted tabular-nums max-sm:w-full sm:ml-auto"
        >
          {submittedText(submittedAt)}
        </time>
      </div>
      <p className="flex min-w-0 flex-wrap gap-x-4 text-small text-muted">
        <span className="min-w-0 break-all">{email}</span>
        {phone && <span className="min-w-0 break-all tabular-nums">{phone}</span>}
      </p>
      {enquiry && <EnquiryFacts enquiry={enquiry} />}
      {message && (
        <p className="mt-2 line-clamp-2 max-w-[72ch] wrap-anywhere" dir="auto">
          {message}
        </p>
      )}
      <div className="mt-2 -mb-1.5 -ml-3 flex items-center gap-1 max-md:-mr-2 md:-mr-3">
        <Button
          look="quiet"
          size="sm"
          aria-label={t('viewContact', { name })}
          onClick={onView}
          // Makes the whole card its target.
          className="after:absolute after:inset-0 after:rounded-lg"
        >
          <Eye className="size-4" />
          {t('viewButton')}
        </Button>
        {folder !== 'inbox' ? (
          <Button
            look="quiet"
            size="sm"
            aria-label={t('notSpamNamed', { name })}
            onClick={() => toInbox(contact)}
            className="relative"
          >
            <Inbox className="size-4 max-sm:hidden" />
            {t('notSpam')}
          </Button>
        ) : (
          <a
            href={mailLink(contact)}
            aria-label={t('sendEmailTo', { name })}
            className={classNames(buttonClass('quiet', 'sm'), 'relative')}
          >
            <Mail className="size-4" />
            {t('sendEmail')}
          </a>
        )}
        <IconButton
          icon={Trash2}
          label={t('deleteContact', { name })}
          onClick={onDelete}
          className="relative ml-auto"
        />
      </div>
    </li>
  );
}

export function deleteContactWords(
  { name, email, replies }: ContactSubmission,
  t: TFunction,
): DeleteWords {
  const isWaiting = replies.some(({ state }) => state === 'waiting');
  return {
    title: t('deleteContactQuestion'),
    text: [
      t('deleteContactText', { name, email }),
      ...(isWaiting ? [t('deleteUnsentText')] : []),
    ].join(' '),
    confirm: t('deleteContactConfirm'),
  };
}
