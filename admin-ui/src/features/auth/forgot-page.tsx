import { useQuery } from '@tanstack/react-query';
import type { ResetAsk } from '@veldlicht/contract/access-link';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldsForm, textFieldFor, useFields } from '#components/text-form.tsx';
import { Button, linkClass } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/loading.tsx';
import { Loaded } from '#components/ui/page-state.tsx';
import { callApi } from '#lib/api.ts';
import { useDocumentTitle } from '#lib/document-title.ts';
import { apiQuery } from '#lib/session.ts';
import { useChange } from '#lib/use-change.ts';
import { AuthFrame } from './auth-frame.tsx';

const PATH = '/api/auth/reset';
const loadAsk = async () => (await import('#lib/sign-in-schemas.ts')).resetAsk;
const loadWays = async () => (await import('#lib/sign-in-schemas.ts')).resetWays;
const waysQuery = apiQuery(loadWays, PATH);
const TextField = textFieldFor(loadAsk);

function AskForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation();
  const ask = useChange({
    call: (payload: ResetAsk) => callApi('POST', PATH, { payload }),
    failed: 'failedToAskReset',
    isReasonEnough: true,
    onDone: onSent,
  });
  const form = useFields({ schema: loadAsk, start: { name: '' }, save: ask });
  return (
    <FieldsForm of={form} className="mt-8 flex flex-col gap-5">
      <TextField
        name="name"
        label={t('nameOrEmail')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" pending={form.isPending} className="w-full">
        {t('sendResetLink')}
      </Button>
    </FieldsForm>
  );
}

/** Requests a reset link by mail. The reply does not reveal whether the account exists. */
export function ForgotPage() {
  const { t } = useTranslation();
  const ways = useQuery(waysQuery);
  const [sent, setSent] = useState(false);
  useDocumentTitle(`${t('forgotPassword')} · ${t('appName')}`);
  const byMail = ways.data?.byMail;
  return (
    <AuthFrame
      title={t('forgotPassword')}
      text={byMail && !sent && <p className="mt-2 text-muted">{t('forgotText')}</p>}
    >
      <Loaded of={ways} pending={<Skeleton className="mt-8 h-24 w-full" />}>
        {(found) =>
          found.byMail ? (
            !sent && <AskForm onSent={() => setSent(true)} />
          ) : (
            <p className="mt-4">{t('resetNoMail')}</p>
          )
        }
      </Loaded>
      {sent && (
        <div role="status" className="mt-4 flex flex-col gap-3">
          <p>{t('resetSent')}</p>
          <p className="text-muted">{t('resetNothing')}</p>
        </div>
      )}
      <p className="mt-6">
        <a href="/admin/login" className={linkClass}>
          {t('toSignIn')}
        </a>
      </p>
    </AuthFrame>
  );
}
