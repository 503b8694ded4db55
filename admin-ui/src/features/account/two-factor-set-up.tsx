import type { TwoFactorSetup } from '@veldlicht/contract/two-factor';
import { Check, Copy, Download } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook, buttonClass } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { cleanDigits } from '#features/auth/login-state.ts';
import { classNames } from '#lib/class-names.ts';
import { notify } from '#lib/notify.ts';
import { saveTextFile } from '#lib/save-text-file.ts';
import { useVerify } from './account-queries.ts';
import {
  BACKUP_CODES_FILE,
  backupCodesText,
  groupSecret,
  otpauthAddress,
} from './account-rules.ts';

const COPIED_MS = 2000;

/** Puts a text on the clipboard and says so for a moment. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      // Missing where the page came over plain http from another machine.
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notify.error(t('error'), t('failedToCopy'));
    }
  };

  const Icon = copied ? Check : Copy;
  return (
    <Button look="secondary" size="sm" onClick={copy}>
      <Icon className="size-4" />
      <span aria-live="polite">{copied ? t('copied') : label}</span>
    </Button>
  );
}

interface CodeEntryProps {
  label: string;
  hint?: string;
  /** What stays of the text while it is typed. */
  clean: (typed: string) => string;
  digitsOnly?: boolean;
  confirm: string;
  look?: ButtonLook;
  pending: boolean;
  takesFocus?: boolean;
  /** `reset` empties the field and goes there: for a code that was refused. */
  onSubmit: (code: string, reset: () => void) => void;
  onCancel: () => void;
}

/** A field for a second-factor code with its two buttons. */
export function CodeEntry(props: CodeEntryProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { takesFocus = false } = props;

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.pending) return;
    notify.clear();
    if (code === '') {
      notify.error(t('error'), t('code_required'));
      field.current?.focus();
      return;
    }
    props.onSubmit(code, () => {
      setCode('');
      field.current?.focus();
    });
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={props.label} hint={props.hint} className="max-w-60">
        <TextInput
          ref={field}
          name="code"
          autoComplete="one-time-code"
          inputMode={props.digitsOnly ? 'numeric' : 'text'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(props.clean(event.target.value))}
          className="font-mono tracking-[0.2em]"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={props.look ?? 'primary'} pending={props.pending}>
          {props.confirm}
        </Button>
        <Button look="quiet" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

interface SetUpPanelProps {
  setup: TwoFactorSetup;
  username: string;
  refreshes: boolean;
  onDone: (backupCodes: string[]) => void;
  onCancel: () => void;
  /** The set-up has to begin again. */
  onStale: () => void;
}

/** The secret as a picture and as text, and the code that proves it has arrived (spec §2, §4). */
export function SetUpPanel({
  setup,
  username,
  refreshes,
  onDone,
  onCancel,
  onStale,
}: SetUpPanelProps) {
  const { t } = useTranslation();
  const verify = useVerify({ refreshes, onDone, onStale });
  const heading = useRef<HTMLHeadingElement>(null);

  // Not into the field: on phones the keyboard would cover the picture.
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section className="flex flex-col gap-6 sm:flex-row sm:items-start">
      <img
        src={setup.qrCodeUrl}
        alt={t('qrCodeAlt')}
        width={192}
        height={192}
        className="size-48 shrink-0 rounded-md border border-hairline bg-white p-1 [image-rendering:pixelated]"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-5">
        <div>
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {t('scanCode')}
          </h3>
          <p className="mt-1 text-muted">{t('scanCodeText')}</p>
        </div>
        <a
          href={otpauthAddress(username, setup.secret)}
          // Where the app is on the very screen that shows the picture.
          className={classNames(buttonClass('secondary'), 'self-start not-pointer-coarse:hidden')}
        >
          {t('openAuthenticator')}
        </a>
        <div className="flex flex-col items-start gap-2">
          <p className="text-muted">{t('typeSecret')}</p>
          <code className="rounded-sm bg-deep px-2 py-1 font-mono text-[0.8125rem] wrap-anywhere">
            {groupSecret(setup.secret)}
          </code>
          <CopyButton text={setup.secret} label={t('copySecret')} />
        </div>
        <CodeEntry
          label={t('sixDigitCode')}
          hint={t('sixDigitCodeHint')}
          clean={cleanDigits}
          digitsOnly
          confirm={t('verify')}
          pending={verify.isPending}
          onSubmit={(code, onError) => verify.mutate(code, { onError })}
          onCancel={onCancel}
        />
      </div>
    </section>
  );
}

interface BackupCodesProps {
  codes: string[];
  heading: RefObject<HTMLHeadingElement | null>;
  /** The way on. */
  action: ReactNode;
}

/** A fresh set of backup codes, with ways to keep it; it is not shown again. */
export function BackupCodes({ codes, heading, action }: BackupCodesProps) {
  const { t } = useTranslation();
  const text = backupCodesText(codes);

  // Each new set is the news of the page.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // To the foot of the page: at its top the notice would cover them on a phone.
    heading.current?.closest('section')?.scrollIntoView({ block: 'end' });
  }, [codes, heading]);

  return (
    <section className="@container flex scroll-mb-6 flex-col gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t('backupCodes')}
        </h3>
        <p className="mt-1 text-muted">{t('backupCodesText')}</p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 @lg:grid-cols-5 rounded-md border border-hairline bg-deep px-5 py-4 font-mono text-[0.9375rem] tracking-wider">
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
