/** Secrets that are shown once. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '#lib/notify.ts';
import { Button } from './ui/button.tsx';
import { Field, TextInput } from './ui/field.tsx';

const COPIED_MS = 2000;

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
      // There is no clipboard on a page over plain http.
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

/** A read-only text that selects itself on focus. */
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
