import {
  type ContactFolder,
  type ContactStatus,
  type ContactSubmission,
  contactFolder,
  contactFolders,
} from '@veldlicht/contract/contact';
import { FileUser, Mail, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ListScreen } from '#components/list-screen.tsx';
import { MailNotice, MessagesRecipient } from '#components/mail-notice.tsx';
import { onDemand } from '#components/on-demand.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { classNames } from '#lib/class-names.ts';
import { focusPage } from '#lib/page-content.ts';
import { useMayEnter } from '#lib/permissions.ts';
import { ContactCard, deleteContactWords } from './contact-card.tsx';
import { countContacts, filterContacts, statusWords } from './contact-facts.ts';
import { folders, useSetStatus } from './contact-queries.ts';

/** Tabs of the folders and the data of one address; for admins. */
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

const ContactDialog = onDemand(async () => (await import('./contact-dialog.tsx')).ContactDialog);

interface OpenContactProps {
  contact: ContactSubmission;
  folder: ContactFolder;
  all: readonly ContactSubmission[];
  onClose: () => void;
}

/** The open message, up to date. */
function OpenContact({ contact, folder, all, onClose }: OpenContactProps) {
  const now = all.find(({ id }) => id === contact.id);
  const isGone = now === undefined;
  // Closes after the message was deleted or moved; the button that opened it is gone too.
  useEffect(() => {
    if (!isGone) return;
    onClose();
    focusPage();
  }, [isGone, onClose]);
  return now && <ContactDialog contact={now} folder={folder} onClose={onClose} />;
}

type View = 'all' | ContactStatus;

const found = (
  contacts: readonly ContactSubmission[],
  text: string,
  view: View,
  opened: string | null,
) => filterContacts(contacts, { text, status: view === 'all' ? null : view, keep: opened });

const statusViews = {
  label: 'contactStatuses',
  choices: [
    ['all', 'contactAll'],
    ['new', statusWords.new],
    ['read', statusWords.read],
    ['replied', statusWords.replied],
  ],
  sizes: countContacts,
} as const;

function ContactInbox({ folder }: { folder: ContactFolder }) {
  const { t } = useTranslation();
  const setStatus = useSetStatus();
  const isInbox = folder === 'inbox';
  return (
    <ListScreen
      of={folders[folder]}
      intro={isInbox ? undefined : 'spamText'}
      empty={{
        title: `none:${folder}`,
        hint: `noneHint:${folder}`,
        icon: isInbox ? Mail : ShieldCheck,
      }}
      find={{
        label: 'searchContacts',
        placeholder: 'searchContactsHint',
        found,
        views: isInbox ? statusViews : undefined,
        count: (shown, total) =>
          shown < total
            ? t('contactCountOf', { shown: String(shown), total: String(total) })
            : t('contactCount', { count: total }),
        none: { title: 'noContactsFound', hint: 'noContactsFoundHint' },
      }}
      // Opening a new message marks it as read (spec §4).
      onOpen={(contact) => {
        if (isInbox && contact.status === 'new')
          setStatus.mutate({ contact, status: 'read', automatic: true });
      }}
      rows={(contacts, actions) =>
        contacts ? (
          <ul className="flex flex-col gap-3">
            {contacts.map((contact) => (
              <ContactCard
                key={contact.id}
                contact={contact}
                folder={folder}
                onView={() => actions?.edit(contact)}
                onDelete={() => actions?.remove(contact)}
              />
            ))}
          </ul>
        ) : (
          [1, 2, 3].map((n) => <Skeleton key={n} className="h-40 rounded-lg" />)
        )
      }
      editor={(contact, close, all) =>
        contact && <OpenContact contact={contact} folder={folder} all={all} onClose={close} />
      }
      deletion={{
        words: (contact) => deleteContactWords(contact, t),
        remove: folders[folder].useRemove(),
      }}
    />
  );
}

const AddressDialog = onDemand(async () => (await import('./address-dialog.tsx')).AddressDialog);

/** Messages of visitors (spec §2 Contact submissions page), for editors and admins. */
export function ContactsPage() {
  const isAdmin = useMayEnter('contactPrivacy');
  const [search] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const asked = contactFolder.safeParse(search.get('folder'));
  const folder = isAdmin && asked.success ? asked.data : 'inbox';
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4">
      {isAdmin && <ContactViews folder={folder} onAddress={() => setAsking(true)} />}
      {isAdmin && <MessagesRecipient link />}
      {isAdmin && <MailNotice />}
      <ContactInbox key={folder} folder={folder} />
      {asking && <AddressDialog onClose={() => setAsking(false)} />}
    </div>
  );
}
