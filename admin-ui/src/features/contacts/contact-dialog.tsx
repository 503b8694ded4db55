import { useQuery } from '@tanstack/react-query';
import {
  type ContactFolder,
  type ContactSubmission,
  contactStatuses,
} from '@veldlicht/contract/contact';
import type { Reply } from '@veldlicht/contract/reply';
import { Inbox, Mail, Reply as ReplyIcon, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Button, buttonClass, IconButton, linkClass } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { classNames } from '#lib/class-names.ts';
import { useMayEnter } from '#lib/permissions.ts';
import { deleteContactWords } from './contact-card.tsx';
import { mailLink, statusWords, submittedText, unixLines } from './contact-facts.ts';
import { folders, replySetUpQuery, useNotSpam, useSetStatus } from './contact-queries.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { readReplyDraft } from './reply-facts.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReplyList } from './reply-list.tsx';
import { useReplyProgress } from './reply-queries.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Facts({ contact, answerable }: { contact: ContactSubmission; answerable: boolean }) {
  const { t } = useTranslation();
  const { name, email, phone, submittedAt } = contact;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 sm:gap-x-6">
      <Fact label={t('entryName')}>
        <span dir="auto">{name}</span>
      </Fact>
      <Fact label={t('emailAddress')}>
        {email}
        {answerable && (
          <>
            {' '}
            <a href={mailLink(contact)} className={classNames(linkClass, 'whitespace-nowrap')}>
              {t('sendEmail')}
            </a>
          </>
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

interface MessageProps {
  contact: ContactSubmission;
  folder: ContactFolder;
  onReuse: ((reply: Reply) => void) | undefined;
}

function Conversation({ contact, folder, onReuse }: MessageProps) {
  const { t } = useTranslation();
  const messageId = useId();
  const enquiryId = useId();
  return (
    <>
      <Facts contact={contact} answerable={folder === 'inbox'} />
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
      <ReplyList replies={contact.replies} onReuse={onReuse} />
    </>
  );
}

/** Says why replying is not available. */
function ReplyOff() {
  const { t } = useTranslation();
  const maySetUp = useMayEnter('websiteSettings');
  return (
    <p className="mt-5 border-t border-hairline pt-5 text-muted">
      {t('replyMailOff')}{' '}
      {maySetUp && (
        <Link to="/website-settings#mail" className={linkClass}>
          {t('mailSetUp')}
        </Link>
      )}
    </p>
  );
}

function StatusChoice({ contact }: { contact: ContactSubmission }) {
  const { t } = useTranslation();
  const setStatus = useSetStatus();
  const statuses = contactStatuses.map((value) => ({ value, label: t(statusWords[value]) }));
  return (
    <div className="mr-auto flex items-center gap-3">
      <span aria-hidden="true" className="text-muted max-sm:hidden">
        {t('status')}
      </span>
      <Select
        aria-label={t('status')}
        className="flex w-36"
        options={statuses}
        value={contact.status}
        onChange={(status) => status !== contact.status && setStatus.mutate({ contact, status })}
      />
    </div>
  );
}

interface ContactDialogProps {
  contact: ContactSubmission;
  /** Spam has no status and no replies. */
  folder: ContactFolder;
  onClose: () => void;
}

/** A message with its replies (spec §2 Detail dialog). */
export function ContactDialog({ contact, folder, onClose }: ContactDialogProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [writing, setWriting] = useState(() => readReplyDraft(contact.id) !== null);
  const [reused, setReused] = useState<Reply | null>(null);
  const [closing, setClosing] = useState(false);
  const { mutate: toInbox } = useNotSpam();
  const isInbox = folder === 'inbox';
  const { data: setUp, isPending } = useQuery({ ...replySetUpQuery, enabled: isInbox });
  useReplyProgress(contact);
  const write = (reply: Reply | null) => {
    setReused(reply);
    setWriting(true);
  };
  const isWriting = writing && setUp?.mailed === true && isInbox;
  const close = () => (isWriting ? setClosing(true) : onClose());
  const conversation = (onReuse?: (reply: Reply) => void) => (
    <Conversation contact={contact} folder={folder} onReuse={onReuse} />
  );
  return (
    <Dialog open reading onClose={close} title={t('contactFrom', { name: contact.name })}>
      {isWriting ? (
        <ReplyForm
          contact={contact}
          setUp={setUp}
          reused={reused}
          closing={closing}
          onKeepOpen={() => setClosing(false)}
          onClose={onClose}
          onDone={() => setWriting(false)}
        >
          {conversation()}
        </ReplyForm>
      ) : (
        <>
          <DialogBody>
            {conversation(setUp?.mailed ? write : undefined)}
            {setUp?.mailed === false && <ReplyOff />}
          </DialogBody>
          <DialogFooter>
            {isInbox && <StatusChoice contact={contact} />}
            <IconButton icon={Trash2} label={t('deleteButton')} onClick={() => setAsking(true)} />
            {!isInbox && (
              <Button onClick={() => toInbox(contact)}>
                <Inbox className="size-4 max-sm:hidden" />
                {t('notSpam')}
              </Button>
            )}
            {isInbox && (isPending || setUp?.mailed) && (
              <Button onClick={() => write(null)} disabled={isPending}>
                <ReplyIcon className="size-4 max-sm:hidden" />
                {t('replyButton')}
              </Button>
            )}
            {/* Opens the user's mail program while the site sends no mail. */}
            {isInbox && !isPending && !setUp?.mailed && (
              <a href={mailLink(contact)} className={buttonClass()}>
                <Mail className="size-4 max-sm:hidden" />
                {t('sendEmail')}
              </a>
            )}
          </DialogFooter>
        </>
      )}
      <DeleteDialog
        item={asking ? contact : null}
        words={(one) => deleteContactWords(one, t)}
        remove={folders[folder].useRemove()}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
