/** How mail leaves, and where messages of visitors go: what holds now, and the dialog that changes it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Section } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import { MailNotice, MessagesRecipient } from '#features/contacts/mail-notice.tsx';
import { mailQuery } from '#lib/queries.ts';
import { MailDialog } from './mail-dialog.tsx';

export function MailSection() {
  const { t } = useTranslation();
  const mail = useQuery(mailQuery);
  const [open, setOpen] = useState(false);
  const server = mail.data?.server;
  return (
    <Section title={t('mailTitle')} text={t('mailText')}>
      <div className="flex flex-col items-start gap-4">
        {mail.isPending && <Skeleton className="h-10 w-full" />}
        {mail.isError && !mail.data && <QueryError title={t('failedToLoadMail')} query={mail} />}
        {mail.data && (
          <>
            <p className="wrap-anywhere">
              {server
                ? t('mailVia', { host: server.host, sender: server.sender })
                : t('mailNotSetUp')}
            </p>
            <MessagesRecipient />
            <MailNotice />
            <Button look="secondary" onClick={() => setOpen(true)}>
              {t(server ? (server.byEnvironment ? 'mailLook' : 'mailChange') : 'mailSetUp')}
            </Button>
          </>
        )}
      </div>
      {open && mail.data && <MailDialog state={mail.data} onClose={() => setOpen(false)} />}
    </Section>
  );
}
