import type { LocationPrivacy } from '@veldlicht/contract/location';
import { isWordsOnly } from '@veldlicht/contract/position-shapes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#components/ui/dialog.tsx';

/** Chooses the privacy of a place, and asks before a position is published exactly; words need no question. */
export function useExactQuestion(
  location: string,
  privacy: LocationPrivacy,
  onChoose: (privacy: LocationPrivacy) => void,
) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const choose = (next: LocationPrivacy) => {
    if (next === privacy) return;
    if (next === 'exact' && !isWordsOnly(location)) setAsking(true);
    else onChoose(next);
  };
  const question = isAsking && (
    <ConfirmDialog
      open
      title={t('exactConfirm')}
      text={t('exactAsk', { place: location })}
      confirm={t('exactConfirm')}
      onConfirm={() => {
        setAsking(false);
        onChoose('exact');
      }}
      onCancel={() => setAsking(false)}
    />
  );
  return { choose, question };
}
