import { useQuery } from '@tanstack/react-query';
import type { ContactSubmission } from '@veldlicht/contract/contact';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#components/ui/page-state.tsx';
import { reasonText } from '#i18n/failure-text.ts';
import { contactsQuery, spamQuery } from '#lib/queries.ts';
import { type ContactFilter, countContacts, filterContacts } from './contact-facts.ts';
import { ContactList, ContactListSkeleton } from './contact-list.tsx';
import { ContactToolbar } from './contact-toolbar.tsx';
import { DeleteContactDialog } from './delete-contact-dialog.tsx';
import { useNotSpam, useSetStatus } from './use-contact-mutations.ts';

const ContactDialog = lazy(async () => ({
  default: (await import('./contact-dialog.tsx')).ContactDialog,
}));

const everything: ContactFilter = { text: '', status: null, keep: null };

/** For when the button that was pressed is gone with its card. */
const focusPage = () => document.getElementById('content')?.focus();

/** One of the two lists, with its search and its dialogs. */
export function ContactInbox({ spam }: { spam: boolean }) {
  const { t } = useTranslation();
  const list = useQuery(spam ? spamQuery : contactsQuery);
  const [filter, setFilter] = useState(everything);
  const [openId, setOpenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<ContactSubmission | null>(null);
  const setStatus = useSetStatus();
  const notSpam = useNotSpam();
  const contacts = list.data;
  const open = contacts?.find(({ id }) => id === openId);

  // It is gone: deleted here or by somebody else, or moved. The button that opened it went with it.
  const gone = openId !== null && contacts !== undefined && open === undefined;
  useEffect(() => {
    if (!gone) return;
    setOpenId(null);
    focusPage();
  }, [gone]);

  /** Opening is reading (spec §4). */
  const view = (contact: ContactSubmission) => {
    setOpenId(contact.id);
    setFilter({ ...filter, keep: contact.id });
    if (!spam && contact.status === 'new')
      setStatus.mutate({ contact, status: 'read', automatic: true });
  };

  const restore = (contact: ContactSubmission) => notSpam.mutate(contact, { onSuccess: focusPage });

  if (list.isPending) return <ContactListSkeleton />;
  if (!contacts)
    return (
      <ErrorState
        title={t('failedToLoadContacts')}
        text={reasonText(list.error)}
        retrying={list.isFetching}
        onRetry={() => list.refetch()}
      />
    );
  const found = filterContacts(contacts, filter);
  return (
    <>
      {spam && <p className="max-w-[72ch] text-muted">{t('spamText')}</p>}
      {contacts.length > 0 && (
        <ContactToolbar
          filter={filter}
          onChange={setFilter}
          counts={spam ? undefined : countContacts(contacts)}
        />
      )}
      {contacts.length > 0 && (
        <p aria-live="polite" className="text-[0.8125rem] text-muted tabular-nums">
          {found.length === contacts.length
            ? t('contactCount', { count: contacts.length })
            : t('contactCountOf', { shown: String(found.length), total: String(contacts.length) })}
        </p>
      )}
      <ContactList
        contacts={found}
        total={contacts.length}
        onShowAll={() => setFilter(everything)}
        onView={view}
        onDelete={setDeleting}
        {...(spam && { onNotSpam: restore })}
      />
      <DeleteContactDialog contact={deleting} onClose={() => setDeleting(null)} />
      {open && (
        <Suspense>
          <ContactDialog
            contact={open}
            onClose={() => setOpenId(null)}
            onStatus={(status) => setStatus.mutate({ contact: open, status })}
            onNotSpam={spam ? () => restore(open) : undefined}
          />
        </Suspense>
      )}
    </>
  );
}
