import { type LoginAnswer, loginAnswer } from '@veldlicht/contract/auth';
import type { PasskeyProof } from '@veldlicht/contract/passkey';
import { Fingerprint } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { askPasskey, hasPasskeys, offerPasskeys } from '#lib/passkeys.ts';
import { useChange } from '#lib/use-change.ts';

interface PasskeyButtonProps {
  onAnswer: (answer: LoginAnswer) => void;
  onRefused: (error: Error) => void;
}

/** Signs in by a passkey: by the button, or from the list that the browser offers at the name field. */
export function PasskeyButton({ onAnswer, onRefused }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChange({
    call: async (ask: () => Promise<PasskeyProof | null>) => {
      const payload = await ask();
      const schema = loginAnswer;
      return payload && callApi('POST', '/api/auth/passkey', { payload, schema, asks: false });
    },
    isSecret: true,
    onDone: (answer) => answer && onAnswer(answer),
    onRefused,
  });
  // Anew after each try: the browser has one question at a time.
  useEffect(() => {
    if (isPending || !hasPasskeys()) return;
    return offerPasskeys((proof) => mutate(async () => proof));
  }, [isPending, mutate]);
  if (!hasPasskeys()) return null;
  const press = () => {
    notify.clear();
    mutate(() => askPasskey());
  };
  return (
    <Button look="quiet" pending={isPending} onClick={press} className="-mt-2 w-full">
      <Fingerprint className="size-4" />
      {t('signInByPasskey')}
    </Button>
  );
}
