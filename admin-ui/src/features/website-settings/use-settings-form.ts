import { zodResolver } from '@hookform/resolvers/zod';
import type { Settings, SettingsPatch } from '@veldlicht/contract/settings';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  patchedSettings,
  rebasedValues,
  type SettingsValues,
  settingsForm,
  settingsValues,
} from './settings-values.ts';

/**
 * The form over the settings as they are stored. What differs from `base` was changed by this
 * person; whenever other settings are told of, the form takes over the rest of them.
 */
export function useSettingsForm(stored: Settings) {
  const form = useForm<SettingsValues>({
    defaultValues: settingsValues(stored),
    resolver: zodResolver(settingsForm),
  });
  const [base, setBase] = useState(stored);
  const [seen, setSeen] = useState(stored);
  useEffect(() => {
    if (stored === seen) return;
    form.reset(rebasedValues(base, form.getValues(), stored), { keepErrors: true });
    setSeen(stored);
    setBase(stored);
  }, [stored, seen, base, form]);

  /** What was saved is this person's change no more, also when the settings can't be read again. */
  const onSaved = (sent: SettingsPatch) => setBase((now) => patchedSettings(now, sent));
  return { form, base, onSaved };
}
