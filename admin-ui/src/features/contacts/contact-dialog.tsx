import {
  type ContactFolder,
  type ContactSubmission,
  contactStatuses,
} from '@veldlicht/contract/contact';
import { Ban, Inbox, Mail, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { mailLink, statusWords, submittedText, unixLines } from './contact-facts.ts';
import { DeleteContactDialog } from './contact-list.tsx';
import { useJudge, useSetStatus } from './contact-queries.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';

const linkClass = 'font-medium text-moss underline underline-offset-4 hover:text-moss-hover';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

/** Who wrote, how to answer, and when. */
function Facts({ contact, answerable }: { contact: ContactSubmission; answerable: boolean }) {
  const { t } = useTranslation();
  const { name, email, phone, submittedAt } = contact;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 sm:gap-x-6">
      <Fact label={t('entryName')}>
        <span dir="auto">{name}</span>
      </Fact>
      <Fact label={t('emailAddress')}>
        {answerable ? (
          <a href={mailLink(contact)} className={linkClass}>
            {email}
          </a>
        ) : (
          email
        )}
      </Fact>
      {phone && <Fact label={t('contactPhone')}>{phone}</Fact>}
      <Fact label={t('contactSubmitted')}>
        <time dateTime={submittedAt} lang="nl" className="tabular-nums">
          {submittedText(submittedAt)}
        </time>
      </Fact>
    </dl>
  );
}

interface ContactDialogProps {
  contact: ContactSubmission;
  /** Outside the inbox a message has no status and gets no answer. */
  folder: ContactFolder;
  onClose: () => void;
}

/** A message in full, as text with its line breaks (spec §2 Detail dialog). */
export function ContactDialog({ contact, folder, onClose }: ContactDialogProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const setStatus = useSetStatus();
  const notSpam = useJudge('not-spam');
  const isSpam = useJudge('spam');
  const spam = folder !== 'inbox';
  const messageId = useId();
  const enquiryId = useId();
  const statuses = contactStatuses.map((value) => ({ value, label: t(statusWords[value]) }));
  return (
    <Dialog open reading onClose={onClose} title={t('contactFrom', { name: contact.name })}>
      <DialogBody>
        <Facts contact={contact} answerable={!spam} />
        {contact.enquiry && (
          <section aria-labelledby={enquiryId} className="mt-5 border-t border-hairline pt-5">
            <h3 id={enquiryId} className="mb-2 text-muted">
              {t('enquiryAbout')}
            </h3>
            <EnquiryFacts enquiry={contact.enquiry} inFull />
          </section>
        )}
        {contact.message && (
          <section aria-labelledby={messageId} className="mt-5 border-t border-hairline pt-5">
            <h3 id={messageId} className="text-muted">
              {t('contactMessage')}
            </h3>
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
              {unixLines(contact.message)}
            </p>
          </section>
        )}
      </DialogBody>
      <DialogFooter>
        {!spam && (
          <div className="mr-auto flex items-center gap-3">
            <span aria-hidden="true" className="text-muted max-sm:hidden">
              {t('status')}
            </span>
            <Select
              aria-label={t('status')}
              className="flex w-36"
              options={statuses}
              value={contact.status}
              onChange={(status) =>
                status !== contact.status && setStatus.mutate({ contact, status })
              }
            />
          </div>
        )}
        <IconButton label={t('deleteButton')} onClick={() => setAsking(true)}>
          <Trash2 className="size-4" />
        </IconButton>
        {folder === 'doubtful' && (
          <Button look="secondary" onClick={() => isSpam.mutate(contact)}>
            <Ban className="size-4 max-sm:hidden" />
            {t('isSpam')}
          </Button>
        )}
        {spam ? (
          <Button onClick={() => notSpam.mutate(contact)}>
            <Inbox className="size-4 max-sm:hidden" />
            {t('notSpam')}
          </Button>
        ) : (
          <a href={mailLink(contact)} className={buttonClass()}>
            <Mail className="size-4 max-sm:hidden" />
            {t('sendEmail')}
          </a>
        )}
      </DialogFooter>
      <DeleteContactDialog contact={asking ? contact : null} onClose={() => setAsking(false)} />
    </Dialog>
  );
}
