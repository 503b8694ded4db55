import { useQuery } from '@tanstack/react-query';
import type { LinkAnswer } from '@veldlicht/contract/access-link';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordFields } from '#components/new-password-fields.tsx';
import { FieldsForm, useFields } from '#components/text-form.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { Loaded } from '#components/ui/page-state.tsx';
import { ApiError, callApi, fieldsOf } from '#lib/api.ts';
import { useDocumentTitle } from '#lib/document-title.ts';
import { useChange } from '#lib/use-change.ts';
import { AuthFrame, type DoorProps } from './auth-frame.tsx';

const PATH = '/api/auth/link';

const loadValues = async () => (await import('#lib/sign-in-schemas.ts')).newPassword;
const loadLink = async () => (await import('#lib/sign-in-schemas.ts')).linkAnswer;

const isLinkGone = (error: unknown) => error instanceof ApiError && error.code === 'link_invalid';

interface FormProps {
  token: string;
  username: string;
  onSaved: () => void;
  onGone: () => void;
}

function NewPasswordForm({ token, username, onSaved, onGone }: FormProps) {
  const { t } = useTranslation();
  const save = useChange({
    call: (password: string) =>
      callApi('POST', `${PATH}/password`, { payload: { token, password } }),
    isSecret: true,
    done: 'passwordSet',
    failed: 'failedToSetPassword',
    isReasonEnough: true,
    isShownElsewhere: (error) => Object.keys(fieldsOf(error)).length > 0,
  });
  const form = useFields({
    schema: loadValues,
    start: { password: '', repeat: '' },
    save,
    toSend: (typed) => typed.password,
    onSaved,
    onRefused: (error) => isLinkGone(error) && onGone(),
  });
  return (
    <FieldsForm of={form} className="mt-8 flex flex-col gap-5">
      <NewPasswordFields name="password" username={username} autoFocus />
      <Button type="submit" pending={form.isPending} className="w-full">
        {t('savePassword')}
      </Button>
    </FieldsForm>
  );
}

const words = {
  reset: { title: 'setPassword', text: 'setPasswordFor' },
  invitation: { title: 'welcomeInvited', text: 'choosePasswordFor' },
} as const satisfies Record<LinkAnswer['kind'], object>;

/** The page of a mailed link. Its token follows the `#`, which browsers keep out of requests and referrers. */
export function NewPasswordPage({ onEnter }: DoorProps) {
  const { t } = useTranslation();
  const [token] = useState(() => location.hash.slice(1));
  const link = useQuery({
    queryKey: [PATH, token],
    queryFn: () => callApi('POST', PATH, { payload: { token }, schema: loadLink }),
    gcTime: 0,
  });
  const { title, text } = words[link.data?.kind ?? 'reset'];
  useDocumentTitle(`${t(title)} · ${t('appName')}`);
  if (isLinkGone(link.error))
    return (
      <AuthFrame
        title={t('linkGone')}
        text={<p className="mt-2 text-muted">{t('linkGoneText')}</p>}
      >
        <a href="/admin/forgot" className={`${buttonClass()} mt-6 w-full`}>
          {t('askNewLink')}
        </a>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t(title)}
      text={
        link.data && (
          <p className="mt-2 wrap-anywhere text-muted">{t(text, { name: link.data.username })}</p>
        )
      }
    >
      <Loaded of={link} pending={<Skeleton className="mt-8 h-40 w-full" />}>
        {({ username }) => (
          <NewPasswordForm
            token={token}
            username={username}
            onSaved={() => onEnter('/login')}
            onGone={() => void link.refetch()}
          />
        )}
      </Loaded>
    </AuthFrame>
  );
}
