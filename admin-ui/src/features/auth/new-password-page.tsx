import { useQuery } from '@tanstack/react-query';
import { type LinkAnswer, linkAnswer } from '@veldlicht/contract/access-link';
import { MIN_PASSWORD } from '@veldlicht/contract/limits';
import { password } from '@veldlicht/contract/user';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { FieldsForm, fieldsFor, useFields } from '#components/form-fields.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { QueryError } from '#components/ui/page-state.tsx';
import type { TextKey } from '#i18n/en.ts';
import { ApiError, callApi, fieldsOf } from '#lib/api.ts';
import { useDocumentTitle } from '#lib/document-title.ts';
import { useChange } from '#lib/use-change.ts';
import { AuthFrame } from './auth-frame.tsx';

const PATH = '/api/auth/link';

const values = z
  .object({ password, repeat: z.string() })
  .refine((typed) => typed.password === typed.repeat, {
    path: ['repeat'],
    error: 'passwordsDiffer' satisfies TextKey,
  });
const { TextField } = fieldsFor(values);

const isLinkGone = (error: unknown) => error instanceof ApiError && error.code === 'link_invalid';

interface FormProps {
  token: string;
  username: string;
  onGone: () => void;
}

function NewPasswordForm({ token, username, onGone }: FormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = useChange({
    call: (password: string) =>
      callApi('POST', `${PATH}/password`, { payload: { token, password } }),
    isSecret: true,
    done: 'passwordSet',
    failed: 'failedToSetPassword',
    isReasonEnough: true,
    isToldElsewhere: (error) => Object.keys(fieldsOf(error)).length > 0,
  });
  const form = useFields({
    schema: values,
    start: { password: '', repeat: '' },
    save,
    toSend: (typed) => typed.password,
    onSaved: () => void navigate('/login', { replace: true }),
    onRefused: (error) => isLinkGone(error) && onGone(),
  });
  return (
    <FieldsForm of={form} className="mt-8 flex flex-col gap-5">
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <TextField
        name="password"
        label={t('newPassword')}
        hint={t('newPasswordHint', { n: MIN_PASSWORD })}
        type="password"
        autoComplete="new-password"
        autoFocus
      />
      <TextField
        name="repeat"
        label={t('repeatPassword')}
        type="password"
        autoComplete="new-password"
      />
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

/** Where a mailed link leads. Its token is behind the `#`: no server but this call is told it. */
export function NewPasswordPage() {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const link = useQuery({
    queryKey: [PATH, token],
    queryFn: () => callApi('POST', PATH, { payload: { token }, schema: linkAnswer }),
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
        <Link to="/forgot" className={`${buttonClass()} mt-6 w-full`}>
          {t('askNewLink')}
        </Link>
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
      {link.isPending && <Skeleton className="mt-8 h-40 w-full" />}
      {link.isError && <QueryError title={t('failedToLoadPage')} query={link} />}
      {link.data && (
        <NewPasswordForm
          token={token}
          username={link.data.username}
          onGone={() => void link.refetch()}
        />
      )}
    </AuthFrame>
  );
}
