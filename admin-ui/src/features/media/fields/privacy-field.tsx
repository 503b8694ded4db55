import { useQuery } from '@tanstack/react-query';
import type { LocationPrivacy } from '@veldlicht/contract/location';
import { placeWords } from '@veldlicht/contract/media';
import { defaultLocationPrivacy, isWordsOnly } from '@veldlicht/contract/position-shapes';
import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { callApi } from '#lib/api.ts';

/** What visitors will read; null for nothing. Only the server knows the villages that areas are told by. */
function usePublicWords(location: string, privacy: LocationPrivacy): string | null {
  const { t } = useTranslation();
  const isArea = privacy === 'approximate' && defaultLocationPrivacy(location) === 'approximate';
  const { data } = useQuery({
    queryKey: ['place', location],
    queryFn: () =>
      callApi('POST', '/api/admin/media/place', { payload: { location }, schema: placeWords }),
    enabled: isArea,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (privacy === 'exact') return location;
  if (!isArea) return null;
  return data ? data.place : t('visitorsSeeArea');
}

interface PrivacyFieldProps {
  /** Trimmed. */
  location: string;
  privacy: LocationPrivacy;
  /** Chosen by hand, and confirmed where that is asked. */
  onChoose: (privacy: LocationPrivacy) => void;
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
  /** Of the line that says what visitors see. */
  textClass?: string;
}

/** What visitors may know of a place, and what that comes to; asks before it shows more than words. */
export function PrivacyField(props: PrivacyFieldProps) {
  const { location, privacy, onChoose, hint, disabled, className, textClass = '' } = props;
  const { t } = useTranslation();
  const words = usePublicWords(location, privacy);
  /** The text that is asked about: typing on takes the question away. */
  const [asked, setAsked] = useState<string | null>(null);
  const options = [
    { value: 'exact', label: t('privacyExact') },
    { value: 'approximate', label: t('privacyApproximate') },
    { value: 'hidden', label: t('privacyHidden') },
  ] as const;

  const choose = (next: LocationPrivacy) => {
    if (next === 'exact' && next !== privacy && !isWordsOnly(location)) return setAsked(location);
    setAsked(null);
    onChoose(next);
  };
  return (
    <>
      <Field label={t('locationPrivacy')} hint={hint} className={className}>
        <Select options={options} value={privacy} disabled={disabled} onChange={choose} />
      </Field>
      {location && asked === location ? (
        <div role="alert" className="col-span-full grid gap-3 rounded-md bg-amber-wash px-3 py-3">
          <p className="min-w-0 wrap-anywhere">{t('exactAsk', { place: location })}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              autoFocus
              onClick={() => {
                setAsked(null);
                onChoose('exact');
              }}
            >
              {t('exactConfirm')}
            </Button>
            <Button size="sm" look="secondary" onClick={() => setAsked(null)}>
              {t('cancel')}
            </Button>
          </div>
        </div>
      ) : (
        location && (
          <p
            aria-live="polite"
            className={`col-span-full flex items-center gap-2 rounded-md bg-moss-wash px-3 py-2 ${textClass}`}
          >
            <Eye aria-hidden="true" className="size-4 shrink-0 text-moss" />
            <span className="min-w-0 wrap-anywhere">
              {t('visitorsSee')}:{' '}
              <strong className="font-medium">{words ?? t('visitorsSeeNothing')}</strong>
            </span>
          </p>
        )
      )}
    </>
  );
}
