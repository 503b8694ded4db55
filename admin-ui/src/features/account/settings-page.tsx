import { type AdminUser, isPlaceholderEmail, type PasswordChange } from '@veldlicht/contract/user';
import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FieldsForm, fieldsFor, useFields } from '#components/form-fields.tsx';
import { NewPasswordFields } from '#components/new-password-fields.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, linkClass } from '#components/ui/button.tsx';
import { Section } from '#components/ui/card.tsx';
import { callApi, fieldsOf } from '#lib/api.ts';
import { roleWords, statusWords } from '#lib/field-words.ts';
import { mayEnter, mayWrite, useUser } from '#lib/permissions.ts';
import { longMomentText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { passwordValues } from './account-rules.ts';
import { KeysCard } from './keys-card.tsx';
import { KeysText } from './new-key.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

const { TextField } = fieldsFor(passwordValues);

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Facts of the user's own account, with the note about a lost password (spec §2). */
function AccountFacts({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  return (
    <div>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label={t('username')}>{user.username}</Fact>
        <Fact label={t('emailAddress')}>
          {isPlaceholderEmail(user.email) ? t('emailMissing') : user.email}
        </Fact>
        <Fact label={t('role')}>
          <Badge look={user.role === 'admin' ? 'default' : 'secondary'}>
            {t(roleWords[user.role])}
          </Badge>
        </Fact>
        <Fact label={t('status')}>
          <Badge look={user.status === 'active' ? 'default' : 'secondary'}>
            {t(statusWords[user.status])}
          </Badge>
        </Fact>
        <Fact label={t('lastLogin')}>
          {user.lastLogin ? longMomentText(user.lastLogin) : t('never')}
        </Fact>
      </dl>
      <p className="mt-4 flex items-start gap-2.5 rounded-md bg-moss-wash/60 px-3 py-2.5">
        <Info className="mt-0.5 size-4 shrink-0 text-moss" />
        {t('lostPasswordNote')}
      </p>
    </div>
  );
}

/** Changes the user's own password; the server ends all other sessions. */
function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const change = useChange({
    call: (payload: PasswordChange) => callApi('POST', '/api/auth/password', { payload }),
    isSecret: true,
    done: 'passwordChanged',
    failed: 'failedToChangePassword',
    isReasonEnough: true,
    isShownElsewhere: (error) => Object.keys(fieldsOf(error)).length > 0,
  });
  const form = useFields({
    schema: passwordValues,
    start: { currentPassword: '', newPassword: '', repeat: '' },
    save: change,
    toSend: ({ repeat: _, ...passwords }) => passwords,
    onSaved: () => {
      form.reset();
      setOpen(false);
    },
  });
  const { setFocus } = form;
  useEffect(() => {
    if (isOpen) setFocus('currentPassword');
  }, [isOpen, setFocus]);
  if (!isOpen)
    return (
      <Button look="secondary" className="self-start" onClick={() => setOpen(true)}>
        {t('newPasswordAsk')}
      </Button>
    );
  return (
    <FieldsForm of={form} className="flex flex-col gap-5">
      <TextField name="currentPassword" type="password" autoComplete="current-password" />
      <NewPasswordFields name="newPassword" username={username} />
      <Button type="submit" pending={form.isPending} className="self-start">
        {t('changePassword')}
      </Button>
    </FieldsForm>
  );
}

/** The user's own account: facts, password, two-factor (spec §2 User settings page). */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useUser();
  if (!user) return null;
  const accountText = mayEnter(user, 'users') ? (
    <Link to={`/users?open=${user.id}`} className={linkClass}>
      {t('yourAccountTextAdmin')}
    </Link>
  ) : (
    t('yourAccountText')
  );
  return (
    <div className="mx-auto max-w-5xl">
      <Section title={t('yourAccount')} text={accountText}>
        <AccountFacts user={user} />
      </Section>
      <Section bare title={t('twoFactor')} text={t('twoFactorText')}>
        <TwoFactorCard />
      </Section>
      <Section title={t('passkeys')} text={t('passkeysText')}>
        <PasskeysCard />
      </Section>
      <Section title={t('changePassword')} text={t('changePasswordText')}>
        <PasswordForm username={user.username} />
      </Section>
      {mayWrite(user) && (
        <Section title={t('uploadKeys')} text={<KeysText />}>
          <KeysCard />
        </Section>
      )}
    </div>
  );
}
