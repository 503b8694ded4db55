import type { AdminCategory, CategoryType } from '@veldlicht/contract/category';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { isSaveKey } from '#lib/save-key.ts';
import { CategoryFields } from './category-fields.tsx';
import { useCategoryForm } from './use-category-form.ts';

interface CategoryDialogProps {
  /** The entry to edit; null makes a new one. */
  entry: AdminCategory | null;
  /** What a new one starts as. */
  type: CategoryType;
  onClose: () => void;
}

/** Add and edit (spec §2); closes when it is saved. */
export function CategoryDialog({ entry, type, onClose }: CategoryDialogProps) {
  const { t } = useTranslation();
  const { form, submit, isPending } = useCategoryForm(entry, type, onClose);
  const [leaving, setLeaving] = useState(false);
  // Read here, so that the form keeps track of it.
  const { isDirty } = form.formState;
  const close = () => (isDirty ? setLeaving(true) : onClose());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!isPending) void submit();
  };
  const editTitle = type === 'tag' ? 'editTagTitle' : 'editCategoryTitle';
  const save = entry ? 'updateEntry' : 'createEntry';
  return (
    <Dialog open onClose={close} title={t(entry ? editTitle : 'addEntryTitle')}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={submit}
          onKeyDown={onKeyDown}
          className="flex min-h-0 flex-1 flex-col"
        >
          <DialogBody>
            <CategoryFields entry={entry} />
          </DialogBody>
          <DialogFooter>
            <Button look="secondary" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" pending={isPending}>
              {t(isPending ? 'saving' : save)}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
      <DiscardDialog
        unsaved={isDirty}
        closing={leaving}
        text={t('discardEntryText')}
        onDiscard={onClose}
        onKeep={() => setLeaving(false)}
      />
      <MergeDialog />
    </Dialog>
  );
}
