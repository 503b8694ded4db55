import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMayEnter } from '#lib/use-may-enter.ts';
import { ContactInbox } from './contact-inbox.tsx';
import { ContactViews } from './contact-views.tsx';
import { MailNotice } from './mail-notice.tsx';

const AddressDialog = lazy(async () => ({
  default: (await import('./address-dialog.tsx')).AddressDialog,
}));

/** What visitors sent (spec §2 Contact submissions page); for editors and admins. */
export function ContactsPage() {
  const isAdmin = useMayEnter('contactPrivacy');
  const [search] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const spam = isAdmin && search.has('spam');
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      {isAdmin && <ContactViews spam={spam} onAddress={() => setAsking(true)} />}
      {isAdmin && <MailNotice onlyFailing />}
      <ContactInbox key={String(spam)} spam={spam} />
      {asking && (
        <Suspense>
          <AddressDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
