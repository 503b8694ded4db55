import { useTranslation } from 'react-i18next';

interface MoveNotesProps {
  /** Id of the handles' description; null if nothing can be moved. */
  hintId: string | null;
  /** Announces the new position of the last item that moved. */
  said: string;
}

/** Hint and announcements of a sortable list, for screen readers. */
export function MoveNotes({ hintId, said }: MoveNotesProps) {
  const { t } = useTranslation();
  return (
    <>
      {hintId !== null && (
        <p id={hintId} className="sr-only">
          {t('moveHint')}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
