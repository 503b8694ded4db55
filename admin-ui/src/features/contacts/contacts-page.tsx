import { useQuery } from '@tanstack/react-query';
import {
  type ContactFolder,
  type ContactStatus,
  type ContactSubmission,
  contactFolder,
  contactFolders,
  contactStatuses,
} from '@veldlicht/contract/contact';
import { FileUser } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { classNames } from '#lib/class-names.ts';
import { useMayEnter } from '#lib/permissions.ts';
import {
  type ContactCounts,
  type ContactFilter,
  countContacts,
  filterContacts,
  statusWords,
} from './contact-facts.ts';
import { ContactList, ContactListSkeleton, DeleteContactDialog } from './contact-list.tsx';
import { focusPage, folderQueries, useSetStatus } from './contact-queries.ts';
import { MailNotice, MessagesRecipient } from './mail-notice.tsx';

/** Between the folders, and everything of one address; for admins. */
function ContactViews(props: { folder: ContactFolder; onAddress: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline">
      <nav aria-label={t('contactViews')} className="flex gap-6">
        {contactFolders.map((folder) => (
          <Link
            key={folder}
            to={folder === 'inbox' ? '.' : `?folder=${folder}`}
            aria-current={folder === props.folder ? 'page' : undefined}
            className={classNames(
              '-mb-px flex h-10 items-center gap-1.5 border-b-2',
              folder === props.folder
                ? 'border-moss font-medium'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {t(`folder:${folder}`)}
          </Link>
        ))}
      </nav>
      <Button look="quiet" size="sm" onClick={props.onAddress} className="-mx-3">
        <FileUser className="size-4" />
        {t('addressData')}
      </Button>
    </div>
  );
}

interface StatusChipsProps {
  chosen: ContactStatus | null;
  onChoose: (status: ContactStatus | null) => void;
  counts: ContactCounts;
}

/** How many there are of each status, and which to show. */
function StatusChips({ chosen, onChoose, counts }: StatusChipsProps) {
  const { t } = useTranslation();
  const choices: Array<ContactStatus | null> = [null, ...contactStatuses];
  return (
    <fieldset aria-label={t('contactStatuses')} className="flex flex-wrap gap-1.5">
      {choices.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen === status}
          onClick={() => onChoose(status)}
          className={classNames(
            'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-[0.8125rem]',
            'transition-colors duration-150',
            chosen === status
              ? 'border-moss bg-moss-wash font-medium'
              : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
          )}
        >
          {t(status === null ? 'contactAll' : statusWords[status])}
          <span className="tabular-nums">{counts[status ?? 'total']}</span>
        </button>
      ))}
    </fieldset>
  );
}

const ContactDialog = lazy(async () => ({
  default: (await import('./contact-dialog.tsx')).ContactDialog,
}));

const everything: ContactFilter = { text: '', status: null, keep: null };

/** One of the lists, with its search and its dialogs. */
function ContactInbox({ folder }: { folder: ContactFolder }) {
  const { t } = useTranslation();
  const list = useQuery(folderQueries[folder]);
  const [filter, setFilter] = useState(everything);
  const [openId, setOpenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<ContactSubmission | null>(null);
  const setStatus = useSetStatus();
  const isInbox = folder === 'inbox';
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
    if (isInbox && contact.status === 'new')
      setStatus.mutate({ contact, status: 'read', automatic: true });
  };

  if (list.isPending) return <ContactListSkeleton />;
  if (!contacts) return <QueryError title={t('failedToLoadContacts')} query={list} />;
  const found = filterContacts(contacts, filter);
  return (
    <>
      {!isInbox && <p className="max-w-[72ch] text-muted">{t('spamText')}</p>}
      {contacts.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SearchBox
              label={t('searchContacts')}
              placeholder={t('searchContactsHint')}
              value={filter.text}
              onSearch={(text) => setFilter({ ...filter, text })}
            />
            {isInbox && (
              <StatusChips
                chosen={filter.status}
                onChoose={(status) => setFilter({ ...filter, status, keep: null })}
                counts={countContacts(contacts)}
              />
            )}
          </div>
          <p aria-live="polite" className="text-[0.8125rem] text-muted tabular-nums">
            {found.length === contacts.length
              ? t('contactCount', { count: contacts.length })
              : t('contactCountOf', {
                  shown: String(found.length),
                  total: String(contacts.length),
                })}
          </p>
        </>
      )}
      <ContactList
        folder={folder}
        contacts={found}
        total={contacts.length}
        onShowAll={() => setFilter(everything)}
        onView={view}
        onDelete={setDeleting}
      />
      <DeleteContactDialog contact={deleting} onClose={() => setDeleting(null)} />
      {open && (
        <Suspense>
          <ContactDialog contact={open} folder={folder} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}

const AddressDialog = lazy(async () => ({
  default: (await import('./address-dialog.tsx')).AddressDialog,
}));

/** What visitors sent (spec §2 Contact submissions page); for editors and admins. */
export function ContactsPage() {
  const isAdmin = useMayEnter('contactPrivacy');
  const [search] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const asked = contactFolder.safeParse(search.get('folder'));
  const folder = isAdmin && asked.success ? asked.data : 'inbox';
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      {isAdmin && <ContactViews folder={folder} onAddress={() => setAsking(true)} />}
      {isAdmin && <MessagesRecipient link />}
      {isAdmin && <MailNotice />}
      <ContactInbox key={folder} folder={folder} />
      {asking && (
        <Suspense>
          <AddressDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
