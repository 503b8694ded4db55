import type { ContactFolder, ContactSubmission } from '@veldlicht/contract/contact';
import { Eye, Inbox, Mail, SearchX, ShieldCheck, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, buttonClass, IconButton } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { classNames } from '#lib/class-names.ts';
import { mailLink, statusLooks, statusWords, submittedText } from './contact-facts.ts';
import { useDeleteContact, useNotSpam } from './contact-queries.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { readReplyDraft } from './reply-facts.ts';

interface ContactCardProps {
  contact: ContactSubmission;
  /** Only from the inbox anybody is written to. */
  folder: ContactFolder;
  onView: () => void;
  onDelete: () => void;
}

/** One message in short (spec §2 Contact submissions page); a press anywhere on it opens it. */
function ContactCard({ contact, folder, onView, onDelete }: ContactCardProps) {
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
          className="text-[0.8125rem] text-muted tabular-nums max-sm:w-full sm:ml-auto"
        >
          {submittedText(submittedAt)}
        </time>
      </div>
      <p className="flex min-w-0 flex-wrap gap-x-4 text-[0.8125rem] text-muted">
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
          // The whole card is its target.
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

/** Shapes of the cards that are on their way. */
export function ContactListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-[0.8125rem] text-muted">
        {t('loadingContacts')}
      </p>
      {['w-28', 'w-40', 'w-32'].map((width) => (
        <div
          key={width}
          aria-hidden="true"
          className="flex flex-col gap-2.5 rounded-lg border border-hairline bg-surface p-4 md:px-6"
        >
          <div className="flex items-center gap-3">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-6 w-16 rounded-full" />
          </div>
          <Skeleton className="h-3 w-48" />
          <Skeleton className="mt-1 h-4 w-full max-w-[72ch]" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="mt-1 h-6 w-40" />
        </div>
      ))}
    </div>
  );
}

interface ContactListProps {
  folder: ContactFolder;
  /** What is left after the filter. */
  contacts: readonly ContactSubmission[];
  /** Before the filter. */
  total: number;
  onShowAll: () => void;
  onView: (contact: ContactSubmission) => void;
  onDelete: (contact: ContactSubmission) => void;
}

/** The cards, or in words why there are none (spec §2). */
export function ContactList(props: ContactListProps) {
  const { folder, contacts, total, onShowAll, onView, onDelete } = props;
  const { t } = useTranslation();
  const NoneIcon = folder === 'inbox' ? Mail : ShieldCheck;
  if (total === 0)
    return (
      <EmptyState
        icon={<NoneIcon className="size-7" />}
        title={t(`none:${folder}`)}
        text={t(`noneHint:${folder}`)}
      />
    );
  if (contacts.length === 0)
    return (
      <EmptyState
        icon={<SearchX className="size-7" />}
        title={t('noContactsFound')}
        text={t('noContactsFoundHint')}
        action={
          <Button look="secondary" onClick={onShowAll}>
            {t('showAllContacts')}
          </Button>
        }
      />
    );
  return (
    <ul className="flex flex-col gap-3">
      {contacts.map((contact) => (
        <ContactCard
          key={contact.id}
          contact={contact}
          folder={folder}
          onView={() => onView(contact)}
          onDelete={() => onDelete(contact)}
        />
      ))}
    </ul>
  );
}

interface DeleteContactDialogProps {
  contact: ContactSubmission | null;
  onClose: () => void;
}

/** Asks before a message goes; from its card, and from the dialog that shows it. */
export function DeleteContactDialog({ contact, onClose }: DeleteContactDialogProps) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      item={contact}
      words={({ name, email, replies }) => ({
        title: t('deleteContactQuestion'),
        text: [
          t('deleteContactText', { name, email }),
          ...(replies.some(({ state }) => state === 'waiting') ? [t('deleteUnsentText')] : []),
        ].join(' '),
        confirm: t('deleteContactConfirm'),
      })}
      remove={useDeleteContact()}
      onClose={onClose}
    />
  );
}
