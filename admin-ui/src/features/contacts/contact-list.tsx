import type { ContactSubmission } from '@veldlicht/contract/contact';
import { Mail, SearchX, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/page-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ContactCard } from './contact-card.tsx';

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
  /** What is left after the filter. */
  contacts: readonly ContactSubmission[];
  /** Before the filter. */
  total: number;
  onShowAll: () => void;
  onView: (contact: ContactSubmission) => void;
  onDelete: (contact: ContactSubmission) => void;
  /** Present in the spam folder. */
  onNotSpam?: (contact: ContactSubmission) => void;
}

/** The cards, or in words why there are none (spec §2). */
export function ContactList(props: ContactListProps) {
  const { contacts, total, onShowAll, onView, onDelete, onNotSpam } = props;
  const { t } = useTranslation();
  if (total === 0)
    return onNotSpam ? (
      <EmptyState
        icon={<ShieldCheck aria-hidden="true" className="size-7" />}
        title={t('noSpam')}
        text={t('noSpamHint')}
      />
    ) : (
      <EmptyState
        icon={<Mail aria-hidden="true" className="size-7" />}
        title={t('noContacts')}
        text={t('noContactsHint')}
      />
    );
  if (contacts.length === 0)
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" className="size-7" />}
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
          onView={() => onView(contact)}
          onDelete={() => onDelete(contact)}
          onNotSpam={onNotSpam && (() => onNotSpam(contact))}
        />
      ))}
    </ul>
  );
}
