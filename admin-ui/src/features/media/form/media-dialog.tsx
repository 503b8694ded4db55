import type { MediaItem, NewMedia } from '@veldlicht/contract/media';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { type Doubt, PositionQuestion } from '#components/position-question.tsx';
import { PreviewLink } from '#components/preview-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { VersionsButton } from '#features/history/versions.tsx';
import { categoryText } from '#lib/field-words.ts';
import { showRefusals } from '#lib/forms.ts';
import { previewOfItem } from '#lib/media-urls.ts';
import { notify } from '#lib/notify.ts';
import { useEntryNames } from '../entry-names.ts';
import { MediaFields } from '../media-fields.tsx';
import { useChoosePicture, useReplaceFiles, useSaveMedia } from '../media-queries.ts';
import { FileNotice } from '../upload/file-notice.tsx';
import { useFileDrop } from '../upload/use-file-drop.ts';
import { FileField, useMediaUpload } from './file-field.tsx';
import { doubtfulTexts, textsWithPosition, withoutPositionsInTexts } from './form-state.ts';
import { type MediaForm, useMediaForm } from './use-media-form.ts';
import { VisibilityFields } from './visibility-fields.tsx';

/** Toggles the item as hero or cover of its category; saved at once, apart from the form. */
function PictureChoices({ item }: { item: MediaItem }) {
  const { t } = useTranslation();
  const { data, mutate: choose, isPending } = useChoosePicture(item.id);
  const { hero, cover, category } = data ?? item;
  const choices = [
    { isChosen: hero, words: t('useAsHero'), change: { hero: !hero } },
    {
      isChosen: cover,
      words: t('useAsCover', { category: categoryText(category) }),
      change: { cover: !cover },
    },
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap gap-2">
        {choices.map(({ isChosen, words, change }) => (
          <Button
            key={words}
            look="secondary"
            size="sm"
            aria-pressed={isChosen}
            pending={isPending}
            className="max-w-full"
            onClick={() => choose(change)}
          >
            {isChosen && <Check className="size-4 shrink-0 text-moss" />}
            <span className="truncate">{words}</span>
          </Button>
        ))}
      </div>
      <p className="text-small text-muted">{t('choiceHint')}</p>
    </div>
  );
}

/** Names the texts whose position keeps the item off the site. */
function WithheldNotice({ form }: { form: MediaForm }) {
  const { t } = useTranslation();
  const texts = textsWithPosition(form.fields);
  if (texts.length === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded-md bg-amber-wash px-3 py-2 text-amber">
      <TriangleAlert className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {t('withheldText', { fields: texts.map((name) => t(name)).join(', ') })}
      </p>
      <Button
        look="secondary"
        size="sm"
        onClick={() => form.edit(withoutPositionsInTexts(form.fields))}
      >
        {t('removePosition')}
      </Button>
    </div>
  );
}

interface MediaDialogProps {
  /** The item to edit; null makes a new one. */
  item: MediaItem | null;
  onSaved?: ((item: MediaItem) => void) | undefined;
  onClose: () => void;
}

/** Create and edit (spec §2 Media management). */
export function MediaDialog({ item, onSaved, onClose }: MediaDialogProps) {
  const { t } = useTranslation();
  const names = useEntryNames();
  const { mutate: save, isPending } = useSaveMedia(item);
  const [doubt, setDoubt] = useState<Doubt<NewMedia> | null>(null);
  const send = (checked: NewMedia, then?: { onError: (error: Error) => void }) =>
    save(checked, {
      ...then,
      onSuccess: (saved) => {
        onSaved?.(saved);
        onClose();
      },
    });
  const form = useMediaForm(item, {
    isPending,
    mutate: (checked, then) => {
      const texts = doubtfulTexts(item, checked);
      if (texts.length > 0) setDoubt({ values: checked, texts });
      else send(checked, then);
    },
  });
  const { fields: values, faults, isDirty } = form;
  const upload = useMediaUpload({
    type: item?.type ?? null,
    onDone: form.fillFromAnswer,
    onRefused: form.forgetFile,
  });
  const isUploading = upload.state.is === 'busy';

  const choose = (file: File) => {
    if (upload.choose(file)) form.fillFromFile(file);
    else form.forgetFile();
  };
  const drop = useFileDrop(([file, ...more]) => {
    if (more.length > 0) notify.error(t('error'), t('oneFileOnly'));
    else if (file) choose(file);
  });

  const submit = () => {
    if (!isUploading) void form.submit();
  };
  const stored = values.imageUrl;
  const storedUrl = stored !== item?.imageUrl && stored.endsWith('.jpg') ? stored : null;
  const { mutate: replace, isPending: isReplacing } = useReplaceFiles();
  const replaceFileOf = (other: MediaItem) => {
    const { imageUrl, originalName } = values;
    replace([{ item: other, imageUrl, originalName }], { onSuccess: onClose });
  };
  const previewPage = item && previewOfItem(item);

  return (
    <FormDialog
      title={t(item ? 'editMedia' : 'createMedia')}
      wide
      form={{ ref: form.element, ...drop.handlers }}
      save={t(isUploading ? 'uploading' : 'save')}
      pending={isPending}
      disabled={isUploading}
      unsaved={isDirty || isUploading}
      discardText={t(isUploading ? 'discardUploadText' : 'discardText')}
      note={
        <>
          <p className="mr-auto text-small text-muted max-sm:w-full">{t('fillRequired')}</p>
          {item && (
            <VersionsButton
              thing={{ entity: 'media', id: item.id }}
              unsaved={isDirty || isUploading}
              onDone={onClose}
            />
          )}
          {previewPage && <PreviewLink href={previewPage} />}
        </>
      }
      question={
        <PositionQuestion
          doubt={doubt}
          onDone={() => setDoubt(null)}
          onRemove={() => {
            form.edit(withoutPositionsInTexts(values));
            submit();
          }}
          onSave={(checked) => send(checked, { onError: (error) => showRefusals(form, error) })}
        />
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {item?.withheld && <WithheldNotice form={form} />}
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-5 max-lg:contents">
          <FileField
            state={upload.state}
            item={item}
            storedUrl={storedUrl}
            error={faults.imageUrl && t('fileRequired')}
            dropping={drop.dropping}
            focus={values.focus}
            onFocus={(focus) => form.edit({ focus })}
            onChoose={choose}
            onCancel={() => {
              upload.cancel();
              form.forgetFile();
            }}
          />
          {form.accepted && (
            <FileNotice
              name={form.accepted.file.name}
              matches={form.matches}
              onReplace={item ? undefined : replaceFileOf}
              pending={isReplacing}
              held={isPending}
            />
          )}
          {item && <PictureChoices item={item} />}
          <VisibilityFields form={form} item={item} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <MediaFields
            values={values}
            faults={faults}
            names={names}
            fileName={(form.pending ?? form.accepted)?.file.name ?? null}
            id={item?.id}
            stored={item?.guard?.reasons ?? []}
            notes={form.notes}
            onTag={form.addTag}
            onChange={form.edit}
          />
        </div>
      </div>
    </FormDialog>
  );
}
