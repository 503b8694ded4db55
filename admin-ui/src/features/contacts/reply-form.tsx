/** Writing an answer in the dialog of its message (decision 087). */

import type { ContactSubmission } from '@veldlicht/contract/contact';
import { type Reply, type ReplySetUp, replyInput } from '@veldlicht/contract/reply';
import { Quote, Send } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastAsked } from '#components/delete-dialog.tsx';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { ApiError } from '#lib/api.ts';
import { fieldFaults, isSaveKey } from '#lib/forms.ts';
import { insertText } from '#lib/insert-text.ts';
import { notify } from '#lib/notify.ts';
import {
  blankReply,
  hasQuote,
  keepReplyDraft,
  proposedSubject,
  type ReplyDraft,
  readReplyDraft,
  toggledQuote,
} from './reply-facts.ts';
import { isAnswered, useSendReply } from './reply-queries.ts';

const newKey = () => crypto.randomUUID();

/** What is written, kept while it is unlike what it began with. */
function useDraft(contact: ContactSubmission, { site }: ReplySetUp, reused: Reply | null) {
  const [blank] = useState(() => ({
    subject: proposedSubject(contact, site),
    text: blankReply(contact),
  }));
  const [draft, setDraft] = useState<ReplyDraft>(() => {
    if (reused) return { subject: reused.subject, text: reused.text, key: newKey() };
    return readReplyDraft(contact.id) ?? { ...blank, key: newKey() };
  });
  const { id } = contact;
  const isBegun = draft.subject !== blank.subject || draft.text !== blank.text;
  useEffect(() => {
    keepReplyDraft(id, isBegun ? draft : null);
  }, [id, isBegun, draft]);
  const edit = (change: Partial<ReplyDraft>) => setDraft((now) => ({ ...now, ...change }));
  return { draft, isBegun, edit, forget: () => keepReplyDraft(id, null) };
}

interface ReplyFormProps {
  contact: ContactSubmission;
  setUp: ReplySetUp;
  /** Whose words it begins with. */
  reused: Reply | null;
  /** The dialog is asked to close. */
  closing: boolean;
  onKeepOpen: () => void;
  onClose: () => void;
  /** Back to reading. */
  onDone: () => void;
  /** The message that is answered. */
  children: ReactNode;
}

export function ReplyForm(props: ReplyFormProps) {
  const { contact, setUp, closing, onClose, onDone } = props;
  const { t } = useTranslation();
  const { draft, isBegun, edit, forget } = useDraft(contact, setUp, props.reused);
  const { subject, text } = draft;
  const [faults, setFaults] = useState<Record<string, string>>({});
  /** Of the moment the writing began. */
  const [etag] = useState(contact.etag);
  const [answeredBy, setAnsweredBy] = useState<string | null>(null);
  const who = useLastAsked(answeredBy) ?? '';
  const [discarding, setDiscarding] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const { mutate: send, isPending } = useSendReply(contact);

  // Above the quote is where one writes.
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(0, 0);
    box.current?.scrollIntoView({ block: 'center' });
  }, []);

  useEffect(() => {
    if (closing && !isBegun) onClose();
  }, [closing, isBegun, onClose]);

  const submit = (meant = false) => {
    const key = meant ? newKey() : draft.key;
    const read = replyInput.safeParse({ subject, text, key });
    setFaults(fieldFaults(read.error));
    if (!read.success || isPending) return;
    send(
      { input: read.data, etag: meant ? undefined : etag },
      {
        onSuccess: () => {
          forget();
          notify.success(t('replyQueued'));
          onDone();
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (isAnswered(error))
            setAnsweredBy(error.changed?.by ?? contact.replies.at(-1)?.by ?? '');
          else setFaults(error.fields);
        },
      },
    );
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  const toggleQuote = () => {
    const area = box.current;
    if (area) insertText(area, toggledQuote(area.value, contact), (next) => edit({ text: next }));
  };

  return (
    <>
      <form
        noValidate
        onSubmit={onSubmit}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return;
          event.preventDefault();
          submit();
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody>
          {props.children}
          <section
            aria-label={t('replyTitle')}
            className="mt-5 flex flex-col gap-4 border-t border-hairline pt-5"
          >
            <p className="wrap-anywhere text-muted">
              {t('replyTo', { name: contact.name, email: contact.email })}
            </p>
            <Field label={t('replySubject')} required error={faults.subject}>
              <TextInput
                value={subject}
                onChange={({ target }) => edit({ subject: target.value })}
              />
            </Field>
            <Field label={t('body')} required error={faults.text}>
              <TextArea
                ref={box}
                rows={12}
                lang="nl"
                value={text}
                onChange={({ target }) => edit({ text: target.value })}
                className="leading-relaxed"
              />
            </Field>
            <Button look="quiet" size="sm" className="-mt-2 self-start" onClick={toggleQuote}>
              <Quote className="size-4" />
              {t(hasQuote(text, contact) ? 'quoteRemove' : 'quoteAdd')}
            </Button>
          </section>
        </DialogBody>
        <DialogFooter>
          <Button look="secondary" onClick={() => (isBegun ? setDiscarding(true) : onDone())}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={isPending}>
            {!isPending && <Send className="size-4" />}
            {t(isPending ? 'replySending' : 'replySend')}
          </Button>
        </DialogFooter>
      </form>
      <DiscardDialog
        unsaved={isBegun}
        closing={closing && isBegun}
        harmless
        title={t('replyUnsent')}
        text={t('replyUnsentText')}
        confirm={t('replyLater')}
        cancel={t('replyGoOn')}
        onDiscard={onClose}
        onKeep={props.onKeepOpen}
      />
      <ConfirmDialog
        open={discarding}
        danger
        title={t('replyDiscard')}
        text={t('replyDiscardText')}
        confirm={t('replyDiscardConfirm')}
        cancel={t('replyGoOn')}
        onConfirm={() => {
          forget();
          onDone();
        }}
        onCancel={() => setDiscarding(false)}
      />
      <ConfirmDialog
        open={answeredBy !== null}
        title={t('replyAnswered', { who })}
        text={t('replyAnsweredText')}
        confirm={t('replySendAnyway')}
        cancel={t('replyGoOn')}
        onConfirm={() => {
          setAnsweredBy(null);
          submit(true);
        }}
        onCancel={() => setAnsweredBy(null)}
      />
    </>
  );
}
