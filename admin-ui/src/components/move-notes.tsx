import { useTranslation } from 'react-i18next';

interface MoveNotesProps {
  /** Of the hint that the handles name; null where nothing can be moved. */
  hintId: string | null;
  /** Where the last item that moved is now. */
  said: string;
}

/** What screen readers say of a list whose items can be moved. */
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
