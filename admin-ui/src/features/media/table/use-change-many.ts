import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '#lib/notify.ts';
import type { FieldValues } from '../field-values.ts';
import { type Changed, type Edit, type Rows, withoutExactPlaces } from './row-change.ts';

/** Changes many rows, never to exact places, with a notice that can undo it and says `more`. `rows` and `fieldsOf` are stable. */
export function useChangeMany(
  rows: Rows,
  fieldsOf: (id: string) => FieldValues | undefined,
  done: 'mediaItemsUpdated' | 'setForMany',
) {
  const { t } = useTranslation();
  return useCallback(
    (wanted: readonly Edit[], more?: string): Changed => {
      const { edits, kept } = withoutExactPlaces(wanted, fieldsOf);
      const notes = [more, kept > 0 && t('exactKept', { count: kept })];
      const note = notes.filter(Boolean).join(' ') || undefined;
      if (edits.length === 0) {
        if (note) notify.error(note);
        return { takeBack: () => {}, isDone: Promise.resolve(true) };
      }
      const changed = rows.change(edits);
      const count = new Set(edits.flatMap(({ ids }) => ids)).size;
      const isMany = count > 1 || edits.some(({ isBulk }) => isBulk);
      const undo = { label: t('undo'), onPress: changed.takeBack };
      void changed.isDone.then((isDone) => {
        if (isDone && (isMany || note)) notify.success(t(done, { count }), note, undo);
      });
      return changed;
    },
    [rows, fieldsOf, done, t],
  );
}
