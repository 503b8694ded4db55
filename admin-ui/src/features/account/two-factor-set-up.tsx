import type { QueryClient } from '@tanstack/react-query';
import { reason } from '@veldlicht/contract/reason';
import {
  backupCodesAnswer,
  type CodeInput,
  codeInput,
  type TwoFactorSetup,
} from '@veldlicht/contract/two-factor';
import i18next from 'i18next';
import { Download } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '#components/code-field.tsx';
import { FieldsForm, useFields } from '#components/form-fields.tsx';
import { CopyButton } from '#components/secret-text.tsx';
import { Button, type ButtonLook, buttonClass } from '#components/ui/button.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { ApiError, callApi } from '#lib/api.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { settingsQuery } from '#lib/queries.ts';
import { saveTextFile } from '#lib/save-file.ts';
import { refetchUser } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import {
  BACKUP_CODES_FILE,
  backupCodesText,
  groupSecret,
  otpauthAddress,
} from './account-rules.ts';

/** Refetches the user after a change; a failure shows `notRefreshed` (spec §7). */
export const refreshUser = (client: QueryClient, notRefreshed: PlainTextKey) =>
  refetchUser(client).catch(() => notify.error(i18next.t('error'), i18next.t(notRefreshed)));

const isOutdated = (error: Error) => error instanceof ApiError && error.code === 'two_factor_state';

/** Refreshes the card when an error shows that the server's state differs. */
export function catchUp(error: Error, client: QueryClient): void {
  if (error instanceof ApiError && error.code === 'enforcement_on')
    void client.invalidateQueries(settingsQuery);
  // refetchUser logs failures; the notice shows the original error.
  if (isOutdated(error)) refetchUser(client).catch(() => {});
}

interface CodeEntryProps {
  kind: 'first' | 'either';
  confirm: string;
  look?: ButtonLook;
  takesFocus?: boolean;
  /** Sends the code; a refused one is cleared. */
  change: Parameters<typeof useFields<CodeInput, CodeInput>>[0]['save'];
  onCancel: () => void;
}

/** A field for a second-factor code with its two buttons. */
export function CodeEntry({ kind, takesFocus = false, change, ...props }: CodeEntryProps) {
  const { t } = useTranslation();
  const form = useFields({
    schema: codeInput,
    start: { token: '' },
    save: change,
    onInvalid: () => notify.error(t('error'), t('code_required')),
    onRefused: () => {
      form.resetField('token');
      form.setFocus('token');
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('token');
  }, [takesFocus, setFocus]);
  return (
    <FieldsForm of={form} className="flex flex-col gap-4">
      <CodeField name="token" kind={kind} className="max-w-60" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={props.look ?? 'primary'} pending={form.isPending}>
          {props.confirm}
        </Button>
        <Button look="quiet" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </FieldsForm>
  );
}

function Heading(props: {
  ref: RefObject<HTMLHeadingElement | null>;
  title: string;
  text: string;
}) {
  return (
    <div>
      <h3 ref={props.ref} tabIndex={-1} className="font-semibold outline-none">
        {props.title}
      </h3>
      <p className="mt-1 text-muted">{props.text}</p>
    </div>
  );
}

interface SetUpPanelProps {
  setup: TwoFactorSetup;
  username: string;
  /** Replaces another phone. */
  replaces: boolean;
  /** False in a set-up session, where refreshing would hide the backup codes. */
  refreshes: boolean;
  onDone: (backupCodes: string[]) => void;
  onCancel: () => void;
  onStale: () => void;
}

/** QR code and secret, and the code that confirms them (spec §2, §4). */
export function SetUpPanel(props: SetUpPanelProps) {
  const { setup, username, onCancel } = props;
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const verify = useChange({
    call: (payload: CodeInput) =>
      callApi('POST', '/api/2fa/verify', { payload, schema: backupCodesAnswer }),
    isSecret: true,
    failed: 'failedToVerify2FA',
    isReasonEnough: (error) => error.reason === reason('invalid_code'),
    onDone: async ({ backupCodes }, _token, client) => {
      props.onDone(backupCodes);
      notify.success(
        t(props.replaces ? 'newPhoneDone' : 'twoFactorSetupComplete'),
        t(props.replaces ? 'newPhoneDoneText' : 'twoFactorSetupCompleteText'),
      );
      if (props.refreshes) await refreshUser(client, 'enabledNotRefreshed');
    },
    onRefused: (error, client) => {
      catchUp(error, client);
      if (isOutdated(error)) props.onStale();
    },
  });

  // Not the field: on phones the keyboard would cover the QR code.
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section className="flex flex-wrap items-start gap-6">
      <img
        src={setup.qrCodeUrl}
        alt={t('qrCodeAlt')}
        width={192}
        height={192}
        className="size-48 shrink-0 rounded-md border border-hairline bg-white p-1 [image-rendering:pixelated]"
      />
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-5">
        <Heading ref={heading} title={t('scanCode')} text={t('scanCodeText')} />
        <a
          href={otpauthAddress(username, setup.secret)}
          // For an app on the device that shows the QR code.
          className={classNames(buttonClass('secondary'), 'self-start not-pointer-coarse:hidden')}
        >
          {t('openAuthenticator')}
        </a>
        <div className="flex flex-col items-start gap-2">
          <p className="text-muted">{t('typeSecret')}</p>
          <code className="rounded-sm bg-deep px-2 py-1 font-mono text-small wrap-anywhere">
            {groupSecret(setup.secret)}
          </code>
          <CopyButton text={setup.secret} label={t('copySecret')} />
        </div>
        <CodeEntry kind="first" confirm={t('verify')} change={verify} onCancel={onCancel} />
      </div>
    </section>
  );
}

interface BackupCodesProps {
  codes: string[];
  heading: RefObject<HTMLHeadingElement | null>;
  action: ReactNode;
}

/** New backup codes, shown once. */
export function BackupCodes({ codes, heading, action }: BackupCodesProps) {
  const { t } = useTranslation();
  const text = backupCodesText(codes);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // At the bottom of the window: on phones the notice would cover them at the top.
    heading.current?.closest('section')?.scrollIntoView({ block: 'end' });
  }, [codes, heading]);

  return (
    <section className="@container flex scroll-mb-6 flex-col gap-4">
      <Heading ref={heading} title={t('backupCodes')} text={t('backupCodesText')} />
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 @lg:grid-cols-5 rounded-md border border-hairline bg-deep px-5 py-4 font-mono text-code tracking-wider">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="secondary" size="sm" onClick={() => saveTextFile(BACKUP_CODES_FILE, text)}>
          <Download className="size-4" />
          {t('download')}
        </Button>
        <CopyButton text={text} label={t('copy')} />
        <span className="flex-1 max-sm:hidden" />
        {action}
      </div>
    </section>
  );
}
