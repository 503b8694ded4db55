import { useQuery } from '@tanstack/react-query';
import type { MediaItem } from '@veldlicht/contract/media';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#components/ui/button.tsx';
import { callApi } from '#lib/api.ts';
import { useChange } from '#lib/use-change.ts';
import { privacyTexts } from './field-values.ts';

const PATH = '/api/admin/media/protected-places';

interface ProtectedPlacesProps {
  items: readonly MediaItem[];
  onEdit: (item: MediaItem) => void;
}

/** Which places an update of the product tells less exactly, until somebody has read it (decision 041). */
export function ProtectedPlaces({ items, onEdit }: ProtectedPlacesProps) {
  const { t } = useTranslation();
  const { data: ids = [] } = useQuery({
    queryKey: [PATH],
    queryFn: ({ signal }) => callApi('GET', PATH, { schema: z.array(z.string()), signal }),
  });
  const dismiss = useChange({
    call: () => callApi('DELETE', PATH),
    failed: 'failedToUpdateMedia',
    onDone: (_answer, _input, client) => client.setQueryData([PATH], []),
  });
  const known = new Set(ids);
  const changed = items.filter(({ id }) => known.has(id));
  if (changed.length === 0) return null;
  return (
    <section
      aria-labelledby="protected-places"
      className="grid gap-3 rounded-md bg-amber-wash px-4 py-3"
    >
      <h2 id="protected-places" className="font-medium">
        {t('protectedPlaces', { count: changed.length })}
      </h2>
      <p>{t('protectedPlacesText')}</p>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {changed.map((item) => (
          <li key={item.id} className="min-w-0 wrap-anywhere">
            <button
              type="button"
              className="text-left text-moss underline underline-offset-2"
              onClick={() => onEdit(item)}
            >
              {item.title}
            </button>{' '}
            – {item.location} – {t(privacyTexts[item.locationPrivacy])}
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="sm"
          look="secondary"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t('protectedPlacesDismiss')}
        </Button>
      </div>
    </section>
  );
}
