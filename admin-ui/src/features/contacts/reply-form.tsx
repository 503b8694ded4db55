/** Writes a reply in the dialog of its message (decision 028). */
import type { ContactSubmission } from '@veldlicht/contract/contact';
import { type Reply, type ReplySetUp, replyInput } from '@veldlicht/contract/reply';
import { Quote, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useLastAsked } from '#components/delete-dialog.tsx';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { FieldsForm, fieldsFor, useFields } from '#components/form-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { ApiError } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { randomKey } from '#lib/random-key.ts';
import {
  keepReplyDraft,
  proposedSubject,
  quoteOf,
  type ReplyDraft,
  readReplyDraft,
  withoutQuote,
  withQuote,
} from './reply-facts.ts';
import { isAnswered, useSendReply } from './reply-queries.ts';

const replyForm = replyInput.omit({ key: true }).extend({ quoted: z.boolean() });
const { TextField } = fieldsFor(replyForm);

/** Initial values: a reused reply, the draft of this tab, or a blank one. */
function startOf(contact: ContactSubmission, { site }: ReplySetUp, reused: Reply | null) {
  const blank = { subject: proposedSubject(contact, site), text: '', quoted: true };
  const begun: ReplyDraft = reused
    ? { subject: reused.subject, ...withoutQuote(reused.text, contact), key: randomKey() }
    : (readReplyDraft(contact.id) ?? { ...blank, key: randomKey() });
  const { key, ...start } = begun;
  // The version at the time the user started writing.
  return { blank, start, key, etag: contact.etag };
}

interface ReplyFormProps {
  contact: ContactSubmission;
  setUp: ReplySetUp;
  reused: Reply | null;
  /** Closing the dialog was requested. */
  closing: boolean;
  onKeepOpen: () => void;
  onClose: () => void;
  onDone: () => void;
  children: ReactNode;
}

export function ReplyForm(props: ReplyFormProps) {
  const { contact, setUp, closing, onClose, onDone } = props;
  const { id } = contact;
  const { t } = useTranslation();
  const [{ blank, start, key, etag }] = useState(() => startOf(contact, setUp, props.reused));
  const [answeredBy, setAnsweredBy] = useState<string | null>(null);
  const who = useLastAsked(answeredBy) ?? '';
  const [discarding, setDiscarding] = useState(false);
  /** The user chose to send although someone else has replied. */
  const isMeant = useRef(false);
  const { mutate: send, isPending } = useSendReply(contact);
  const forget = () => keepReplyDraft(id, null);
  const form = useFields({
    schema: replyForm,
    start,
    save: {
      isPending,
      mutate: ({ subject, text, quoted }, then) => {
        const input = { subject, text: quoted ? withQuote(text, contact) : text };
        send(
          isMeant.current
            ? { input: { ...input, key: randomKey() }, etag: undefined }
            : { input: { ...input, key }, etag },
          then,
        );
      },
    },
    onSaved: () => {
      forget();
      notify.success(t('replyQueued'));
      onDone();
    },
    onRefused: (error) => {
      if (isAnswered(error) && error instanceof ApiError)
        setAnsweredBy(error.changed?.by ?? contact.replies.at(-1)?.by ?? '');
    },
  });
  const { setFocus } = form;
  const { field: quoted } = useController({ control: form.control, name: 'quoted' });
  const { subject, text } = form.watch();
  const isBegun = subject !== blank.subject || text !== '' || !quoted.value;

  useEffect(() => setFocus('text'), [setFocus]);

  useEffect(() => {
    const draft = { subject, text, quoted: quoted.value, key };
    keepReplyDraft(id, isBegun ? draft : null);
  }, [id, isBegun, subject, text, quoted.value, key]);

  useEffect(() => {
    if (closing && !isBegun) onClose();
  }, [closing, isBegun, onClose]);

  return (
    <>
      <FieldsForm of={form} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          {props.children}
          <section
            aria-label={t('replyTitle')}
            className="mt-5 flex flex-col gap-4 border-t border-hairline pt-5"
          >
            <p className="wrap-anywhere text-muted">
              {t('replyTo', { name: contact.name, email: contact.email })}
            </p>
            <TextField name="subject" label={t('replySubject')} required />
            <TextField
              name="text"
              label={t('body')}
              required
              rows={8}
              lang="nl"
              inputClass="leading-relaxed"
            />
            <Button
              look="quiet"
              size="sm"
              className="-mt-2 self-start"
              onClick={() => quoted.onChange(!quoted.value)}
            >
              <Quote className="size-4" />
              {t(quoted.value ? 'quoteRemove' : 'quoteAdd')}
            </Button>
            {quoted.value && (
              <blockquote
                lang="nl"
                className="border-l-2 border-hairline pl-3 wrap-anywhere whitespace-pre-wrap text-muted"
              >
                {quoteOf(contact)}
              </blockquote>
            )}
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
      </FieldsForm>
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
          isMeant.current = true;
          void form.submit();
        }}
        onCancel={() => setAnsweredBy(null)}
      />
    </>
  );
}
