import type { MediaItem, NewMedia } from '@veldlicht/contract/media';
import { Eye } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { serverText } from '#i18n/server-text.ts';
import { notify } from '#lib/notify.ts';
import { isSaveKey } from '#lib/save-key.ts';
import { previewOfItem } from '../preview-address.ts';
import { useFileDrop } from '../upload/use-file-drop.ts';
import { AddressField } from './address-field.tsx';
import { FileField } from './file-field.tsx';
import { doubtfulTexts, type PublicText, refusalOfValues } from './form-values.ts';
import { PlaceFields } from './place-fields.tsx';
import { PositionQuestion, removePositions, WithheldNotice } from './position-in-texts.tsx';
import { CategoryField, TagsField } from './sorting-fields.tsx';
import { AltField, DateField, DescriptionField, TitleField } from './text-fields.tsx';
import { useMediaForm } from './use-media-form.ts';
import { useMediaUpload } from './use-media-upload.ts';
import { useSaveMedia } from './use-save-media.ts';
import { VisibilityFields } from './visibility-fields.tsx';

interface MediaDialogProps {
  /** The item to edit; null makes a new one. */
  item: MediaItem | null;
  onClose: () => void;
}

/** Saving waits for a word about positions in public texts. */
interface Doubt {
  values: NewMedia;
  texts: PublicText[];
}

/** Create and edit (spec §2 Media management). */
export function MediaDialog({ item, onClose }: MediaDialogProps) {
  const { t } = useTranslation();
  const { form, fileName, ...media } = useMediaForm(item);
  const upload = useMediaUpload({
    type: item?.type ?? null,
    onDone: media.fillFromAnswer,
    onRefused: media.forgetFile,
  });
  const { save, isPending } = useSaveMedia(item);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [leaving, setLeaving] = useState(false);
  const uploading = upload.state.is === 'busy';

  const choose = (file: File) => {
    if (upload.choose(file)) void media.fillFromFile(file);
    else media.forgetFile();
  };
  const cancelUpload = () => {
    upload.cancel();
    media.forgetFile();
  };
  const drop = useFileDrop(([file, ...more]) => {
    if (more.length > 0) notify.error(t('error'), t('oneFileOnly'));
    else if (file) choose(file);
  });

  const send = (values: NewMedia) =>
    save(values, { onSuccess: onClose, onError: media.showRefusal });
  const submit = form.handleSubmit(
    (values) => {
      const texts = doubtfulTexts(item, values);
      if (texts.length > 0) setDoubt({ values, texts });
      else send(values);
    },
    (errors) => {
      const faults = Object.values(errors).map(({ message }) => String(message ?? ''));
      notify.error(t('error'), serverText(refusalOfValues(faults)));
    },
  );
  const answer = (act: (doubt: Doubt) => void) => () => {
    setDoubt(null);
    if (doubt) act(doubt);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!uploading && !isPending) void submit();
  };
  // Read here, so that the form keeps track of it.
  const { isDirty } = form.formState;
  const close = () => (isDirty || uploading ? setLeaving(true) : onClose());
  const stored = form.watch('imageUrl');
  const storedUrl = stored && stored !== item?.imageUrl && stored.endsWith('.jpg') ? stored : null;

  const previewPage = item && previewOfItem(item);

  return (
    <Dialog open onClose={close} title={t(item ? 'editMedia' : 'createMedia')} wide>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={submit}
          onKeyDown={onKeyDown}
          {...drop.handlers}
          className="flex min-h-0 flex-1 flex-col"
        >
          <DialogBody>
            {item?.withheld && <WithheldNotice />}
            <div className="grid gap-6 md:grid-cols-[20rem_minmax(0,1fr)]">
              <div className="flex flex-col gap-5 max-md:contents">
                <FileField
                  state={upload.state}
                  item={item}
                  storedUrl={storedUrl}
                  error={form.formState.errors.imageUrl && t('fileRequired')}
                  dropping={drop.dropping}
                  onChoose={choose}
                  onCancel={cancelUpload}
                />
                <div className="flex flex-col gap-5 max-md:order-last">
                  <VisibilityFields isNew={item === null} />
                  {item && <AddressField item={item} />}
                </div>
              </div>
              <div className="flex min-w-0 flex-col gap-5">
                <div className="grid gap-5 sm:grid-cols-2">
                  <TitleField fileName={fileName} />
                  <DateField />
                  <CategoryField />
                </div>
                <DescriptionField />
                <PlaceFields item={item} onPrivacyChosen={media.keepPrivacy} />
                <TagsField />
                <AltField />
              </div>
            </div>
          </DialogBody>
          <DialogFooter>
            <p className="mr-auto text-[0.8125rem] text-muted max-sm:w-full">{t('fillRequired')}</p>
            {previewPage && (
              <a
                href={previewPage}
                target="_blank"
                rel="noopener"
                title={t('previewHint')}
                className={buttonClass('quiet')}
              >
                <Eye aria-hidden="true" className="size-4" />
                {t('preview')}
                <span className="sr-only">{t('opensInNewTab')}</span>
              </a>
            )}
            <Button look="secondary" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" pending={isPending} disabled={uploading}>
              {t(isPending ? 'saving' : uploading ? 'uploading' : 'save')}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
      <DiscardDialog
        unsaved={isDirty || uploading}
        closing={leaving}
        text={t(uploading ? 'discardUploadText' : 'discardText')}
        onDiscard={onClose}
        onKeep={() => setLeaving(false)}
      />
      <PositionQuestion
        texts={doubt?.texts ?? null}
        onRemove={answer(() => {
          removePositions(form);
          void submit();
        })}
        onWithhold={answer(({ values }) => send({ ...values, positionAllowed: false }))}
        onPublish={answer(({ values }) => send({ ...values, positionAllowed: true }))}
        onCancel={() => setDoubt(null)}
      />
      <MergeDialog />
    </Dialog>
  );
}
