/** What is shown once, to be kept elsewhere. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '#lib/notify.ts';
import { Button } from './ui/button.tsx';
import { Field, TextInput } from './ui/field.tsx';

const COPIED_MS = 2000;

/** Puts a text on the clipboard and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
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

/** A text that is selected whole by one press. */
export function SecretText({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label}>
      <TextInput
        readOnly
        value={value}
        onFocus={({ target }) => target.select()}
        className="font-mono"
      />
    </Field>
  );
}
