import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';

interface SaveBarProps {
  unsaved: boolean;
  saving: boolean;
}

/** Stays at the lower edge of the window, so that saving is never a scroll away. */
export function SaveBar({ unsaved, saving }: SaveBarProps) {
  const { t } = useTranslation();
  return (
    <div
      data-save-bar=""
      className="sticky bottom-0 z-20 -mx-4 -mb-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-hairline bg-ground px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 lg:mx-0 lg:px-0"
    >
      <p aria-live="polite" className="mr-auto text-[0.8125rem] text-muted">
        {t(unsaved ? 'unsavedChanges' : 'allSaved')}
      </p>
      <Button type="submit" pending={saving} disabled={!unsaved}>
        {t(saving ? 'saving' : 'saveSettings')}
      </Button>
    </div>
  );
}
