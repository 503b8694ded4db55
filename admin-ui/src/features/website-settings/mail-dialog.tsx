/** The mail server, the recipient of visitors' messages, and a test message. */

import { useQuery } from '@tanstack/react-query';
import {
  encryptions,
  type MailPatch,
  type MailServer,
  type MailState,
  type MailTestAnswer,
  mailPatch,
  mailServer,
  mailState,
  mailTestAnswer,
} from '@veldlicht/contract/mail';
import { isPlaceholderEmail } from '@veldlicht/contract/user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { z } from 'zod';
import { FieldsDialog, fieldsFor, useFields } from '#components/form-fields.tsx';
import { MailNotice, MessagesRecipient } from '#components/mail-notice.tsx';
import { Button, linkClass } from '#components/ui/button.tsx';
import { Section } from '#components/ui/card.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Loaded } from '#components/ui/page-state.tsx';
import { optionsOf } from '#components/ui/select.tsx';
import { callApi } from '#lib/api.ts';
import { showRefusals } from '#lib/forms.ts';
import { useUser } from '#lib/permissions.ts';
import { mailQuery } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';

const PATH = '/api/admin/mail';

const mailForm = z.object({
  host: z.string(),
  port: z.string(),
  encryption: z.enum(encryptions),
  username: z.string(),
  password: z.string(),
  sender: z.string(),
  messagesTo: z.string(),
});
export type MailValues = z.infer<typeof mailForm>;

const { TextField, SelectField } = fieldsFor(mailForm);

export function mailValues({
  server,
  messagesTo,
}: Pick<MailState, 'server' | 'messagesTo'>): MailValues {
  return {
    host: server?.host ?? '',
    port: String(server?.port ?? 465),
    encryption: server?.encryption ?? 'auto',
    username: server?.username ?? '',
    password: '',
    sender: server?.sender ?? '',
    messagesTo,
  };
}

/** Builds the server; null without a host. An empty password keeps the stored one; an empty sender is the user. */
export function typedServer({ messagesTo: _, ...values }: MailValues): MailServer | null {
  if (values.host.trim() === '') return null;
  const { password, port, ...rest } = values;
  const sender = rest.sender.trim() || rest.username.trim();
  return { ...rest, sender, port: Number(port), ...(password !== '' && { password }) };
}

/** Checks the form by the contract; without a host it checks only the recipient. */
export const checkedMail = mailForm.superRefine((values, context) => {
  const server = typedServer(values);
  const found = [
    server && mailServer.safeParse(server),
    mailPatch.safeParse({ messagesTo: values.messagesTo.trim() }),
  ];
  for (const { path, message } of found.flatMap((one) => one?.error?.issues ?? []))
    context.addIssue({ code: 'custom', path, message });
});

function TestResult({ answer: { outcome, to } }: { answer: MailTestAnswer }) {
  const { t } = useTranslation();
  const isSent = outcome === 'sent';
  return (
    <Notice
      // On a phone it is below the fold.
      ref={(said) => said?.scrollIntoView({ block: 'nearest' })}
      role={isSent ? 'status' : 'alert'}
      tone={isSent ? 'moss' : 'danger'}
      className="wrap-anywhere"
    >
      {t(`mailTest:${outcome}`, { to })}
    </Notice>
  );
}

export function MailDialog({ state, onClose }: { state: MailState; onClose: () => void }) {
  const { t } = useTranslation();
  const me = useUser();
  const { server, recipient } = state;
  const isFixed = server?.byEnvironment === true;
  const isFixedTo = recipient?.from === 'environment';
  const [result, setResult] = useState<MailTestAnswer | null>(null);
  const save = useChange({
    call: (values: MailValues) => {
      const payload: MailPatch = {
        ...(!isFixed && { server: typedServer(values) }),
        ...(!isFixedTo && { messagesTo: values.messagesTo.trim() }),
      };
      return callApi('PATCH', PATH, { payload, ifMatch: state.etag, schema: mailState });
    },
    isSecret: true,
    done: 'mailSaved',
    failed: 'failedToSaveMail',
    isReasonEnough: true,
    refresh: (client) => client.invalidateQueries(mailQuery),
    onDone: (answer, _values, client) => client.setQueryData(mailQuery.queryKey, answer),
  });
  const form = useFields({
    schema: isFixed ? mailForm : checkedMail,
    start: mailValues(state),
    save,
    onSaved: onClose,
  });
  const test = useChange({
    call: (values: MailValues) => {
      const payload = isFixed ? {} : { server: typedServer(values) ?? undefined };
      return callApi('POST', `${PATH}/test`, { payload, schema: mailTestAnswer });
    },
    isSecret: true,
    failed: 'failedToSendTest',
    isReasonEnough: true,
    onDone: setResult,
    onRefused: (error) => showRefusals(form, error),
  });
  const tryOut = form.handleSubmit((values) => {
    setResult(null);
    test.mutate(values);
  });
  const text = (name: keyof MailValues, label: string, hint?: string) => ({
    name,
    label,
    hint: !isFixed && hint,
    readOnly: isFixed,
    autoCapitalize: 'none',
    spellCheck: false,
  });
  const hostTyped = form.watch('host').trim() !== '';
  return (
    <FieldsDialog
      title={t('mailTitle')}
      of={form}
      disabled={isFixed && isFixedTo}
      discardText={t('discardMailText')}
      onClose={onClose}
    >
      {isFixed && <p className="mb-5 text-muted">{t('mailSetByBuilder')}</p>}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...text('host', t('mailHost'), t('mailHostHint'))}
          inputMode="url"
          className="sm:col-span-2"
        />
        <TextField {...text('port', t('mailPort'))} inputMode="numeric" maxLength={5} />
        <SelectField
          name="encryption"
          label={t('mailEncryption')}
          options={optionsOf(encryptions, (value) => t(`mailEncryption:${value}`))}
          disabled={isFixed}
        />
        <TextField {...text('username', t('mailUser'), t('mailUserHint'))} />
        {!isFixed && (
          <TextField
            name="password"
            label={t('mailPassword')}
            hint={t(server?.passwordKept ? 'mailPasswordKept' : 'mailPasswordHint')}
            type="password"
            autoComplete="new-password"
          />
        )}
        <TextField
          {...text('sender', t('mailSender'), t('mailSenderHint'))}
          type="email"
          className="sm:col-span-2"
        />
        <div className="flex flex-col items-start gap-2 sm:col-span-2">
          <Button
            look="secondary"
            pending={test.isPending}
            disabled={!hostTyped}
            onClick={() => void tryOut()}
          >
            {t('sendTest')}
          </Button>
          <p className="text-small text-muted">
            {isPlaceholderEmail(me?.email ?? '') ? (
              <>
                {t('sendTestNowhere')}{' '}
                <Link to="/settings" className={linkClass}>
                  {t('sendTestAccount')}
                </Link>
              </>
            ) : (
              t('sendTestHint')
            )}
          </p>
          {result && <TestResult answer={result} />}
        </div>
        <TextField
          name="messagesTo"
          label={t('messagesTo')}
          hint={
            isFixedTo
              ? t('messagesBy:environment')
              : recipient && recipient.from !== 'chosen'
                ? t('messagesToHint', { address: recipient.address })
                : t('messagesToHintNone')
          }
          {...(isFixedTo && { value: recipient.address, readOnly: true })}
          type="email"
          className="sm:col-span-2"
        />
      </div>
    </FieldsDialog>
  );
}

/** Shows the mail server and the recipient, with the dialog that changes them. */
export function MailSection() {
  const { t } = useTranslation();
  const mail = useQuery(mailQuery);
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('mailTitle')} text={t('mailText')}>
      <Loaded of={mail} pending={<Skeleton className="h-10 w-full" />}>
        {({ server }) => (
          <div className="flex flex-col items-start gap-4">
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
          </div>
        )}
      </Loaded>
      {open && mail.data && <MailDialog state={mail.data} onClose={() => setOpen(false)} />}
    </Section>
  );
}
