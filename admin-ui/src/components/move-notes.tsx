import { useTranslation } from 'react-i18next';

interface MoveNotesProps {
  /** Id of the hint of the handles; null if nothing can be moved. */
  hintId: string | null;
  /** Where the last item that moved is now. */
  said: string;
}

/** The hint and announcements for screen readers of a sortable list. */
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
