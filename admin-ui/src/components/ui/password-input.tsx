import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-input.tsx';

/** A password, which can be shown. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={classNames('pr-11', className)}
      />
      <IconButton
        icon={Icon}
        label={t(shown ? 'hidePassword' : 'showPassword')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0"
      />
    </div>
  );
}
