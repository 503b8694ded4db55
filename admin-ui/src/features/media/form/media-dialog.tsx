import type { MediaItem, NewMedia } from '@veldlicht/contract/media';
import { Eye } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DiscardDialog } from '#components/discard-dialog.tsx';
import { MergeDialog } from '#components/merge-dialog.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#components/ui/dialog.tsx';
import { serverText } from '#i18n/server-text.ts';
import { notify } from '#lib/notify.ts';
import { isSaveKey } from '#lib/save-key.ts';
import { useRenewAddress } from '../media-queries.ts';
import { previewOfItem } from '../preview-address.ts';
import { useFileDrop } from '../upload/use-file-drop.ts';
import { FileField } from './file-field.tsx';
import { doubtfulTexts, type PublicText, refusalOfValues } from './form-values.ts';
import { PlaceFields, TextFields, VisibilityFields } from './media-fields.tsx';
import { PositionQuestion, removePositions, WithheldNotice } from './position-in-texts.tsx';
import { useMediaForm, useSaveMedia } from './use-media-form.ts';
import { useMediaUpload } from './use-media-upload.ts';

/** The address of the item's page, and a way to give it another. */
function AddressField({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const renew = useRenewAddress();
  const { type, slug } = renew.data ?? item;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">{t('address')}</span>
      <span className="wrap-anywhere text-muted">{`/${type === 'video' ? 'video' : 'foto'}/${slug}`}</span>
      <Button look="secondary" size="sm" className="self-start" onClick={() => setIsAsking(true)}>
        {t('newAddress')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('newAddressTitle')}
        text={t('newAddressText')}
        confirm={t('newAddress')}
        pending={renew.isPending}
        onConfirm={() => renew.mutate(item, { onSuccess: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}

interface MediaDialogProps {
  /** The item to edit; null makes a new one. */
  item: MediaItem | null;
  onClose: () => void;
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
  /** Saving waits for an answer about positions in public texts. */
  const [doubt, setDoubt] = useState<{ values: NewMedia; texts: PublicText[] } | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const isUploading = upload.state.is === 'busy';

  const choose = (file: File) => {
    if (upload.choose(file)) void media.fillFromFile(file);
    else media.forgetFile();
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (!isUploading && !isPending) void submit();
  };
  // Read here, so that the form keeps track of it.
  const { isDirty } = form.formState;
  const close = () => (isDirty || isUploading ? setIsLeaving(true) : onClose());
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
                  onCancel={() => {
                    upload.cancel();
                    media.forgetFile();
                  }}
                />
                <div className="flex flex-col gap-5 max-md:order-last">
                  <VisibilityFields isNew={item === null} />
                  {item && <AddressField item={item} />}
                </div>
              </div>
              <div className="flex min-w-0 flex-col gap-5">
                <TextFields fileName={fileName}>
                  <PlaceFields item={item} onPrivacyChosen={media.keepPrivacy} />
                </TextFields>
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
            <Button type="submit" pending={isPending} disabled={isUploading}>
              {t(isPending ? 'saving' : isUploading ? 'uploading' : 'save')}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
      <DiscardDialog
        unsaved={isDirty || isUploading}
        closing={isLeaving}
        text={t(isUploading ? 'discardUploadText' : 'discardText')}
        onDiscard={onClose}
        onKeep={() => setIsLeaving(false)}
      />
      <PositionQuestion
        texts={doubt?.texts ?? null}
        onRemove={() => {
          setDoubt(null);
          removePositions(form);
          void submit();
        }}
        onSave={(positionAllowed) => {
          setDoubt(null);
          if (doubt) send({ ...doubt.values, positionAllowed });
        }}
        onCancel={() => setDoubt(null)}
      />
      <MergeDialog />
    </Dialog>
  );
}
