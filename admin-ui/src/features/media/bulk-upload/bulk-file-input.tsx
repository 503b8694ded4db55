import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { PICKER_ACCEPT } from '../form/file-checks.ts';

interface BulkFileInputProps {
  ref: Ref<HTMLInputElement>;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** The system's picker; buttons open it. */
export function BulkFileInput({ ref, disabled, onFiles }: BulkFileInputProps) {
  const { t } = useTranslation();
  return (
    <input
      ref={ref}
      type="file"
      multiple
      tabIndex={-1}
      aria-label={t('chooseFiles')}
      accept={PICKER_ACCEPT}
      disabled={disabled}
      className="hidden"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // Choosing the same files again must be noticed too.
        event.target.value = '';
        onFiles(files);
      }}
    />
  );
}
