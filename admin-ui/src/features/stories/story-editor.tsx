/** The editor of field notes and series: the blocks as their page shows them, with tools and settings beside. */
import { useQuery } from '@tanstack/react-query';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import { previewAddress } from '@veldlicht/contract/preview';
import { type StoryItem, storyInput } from '@veldlicht/contract/story';
import { writtenBody } from '@veldlicht/contract/story-body';
import { positionsInStory } from '@veldlicht/contract/story-words';
import { Eye, ImagePlus, Minus, Redo2, Rows3, Type, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldsDialog, fieldsFor, useFields } from '#components/form-fields.tsx';
import { type Doubt, PositionQuestion } from '#components/position-question.tsx';
import { PreviewLink } from '#components/preview-link.tsx';
import { Button, ToolButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { VersionsButton } from '#features/history/versions.tsx';
import { PickDialog } from '#features/media/pick-dialog.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { toAmsterdam } from '#lib/amsterdam-time.ts';
import { showRefusals } from '#lib/forms.ts';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { hasTouch } from '#lib/touch.ts';
import { PieceList } from './piece-list.tsx';
import {
  blocksOf,
  inserted,
  isWritten,
  type Piece,
  picturePiece,
  piecesOf,
  type Sequence,
  shownInPieces,
  spacePiece,
  textPiece,
} from './pieces.ts';
import type { StoryCalls, StoryWrite } from './story-calls.ts';
import { StorySide } from './story-side.tsx';
import { useUndo } from './use-undo.ts';

const schema = storyInput.safeExtend({
  body: z.array(z.custom<Piece>()).transform(blocksOf).pipe(writtenBody),
});
type Values = z.input<typeof schema> & { body: Piece[] };
const { TextField } = fieldsFor(schema);

function startOf(story: StoryItem | null): Values {
  if (!story)
    return {
      title: '',
      date: toAmsterdam(new Date().toISOString()).slice(0, 10),
      body: [textPiece()],
      cover: null,
      status: 'published',
      publishFrom: null,
      publishUntil: null,
    };
  const { title, date, body, cover, status, publishFrom, publishUntil } = story;
  return { title, date, body: piecesOf(body), cover, status, publishFrom, publishUntil };
}

/** Whether to ask about positions before saving: not about those that were allowed before. */
function isDoubtful(story: StoryItem | null, values: Pick<StoryWrite, 'title' | 'body'>): boolean {
  const found = positionsInStory(values);
  const isSaid =
    story?.positionAllowed &&
    !story.withheld &&
    positionsInStory(story).join('\n') === found.join('\n');
  return !isSaid && found.length > 0;
}

const cleanPiece = (piece: Piece): Piece => {
  if (piece.kind === 'text') return { ...piece, text: withoutPositions(piece.text) };
  return 'media' in piece && piece.captions
    ? { ...piece, captions: piece.captions.map(withoutPositions) }
    : piece;
};

/** Returns the first message in a tree of errors. */
function firstReason(error: unknown): string | undefined {
  if (!(error instanceof Object)) return undefined;
  if ('message' in error && typeof error.message === 'string' && error.message)
    return error.message;
  return Object.entries(error)
    .filter(([name]) => name !== 'ref')
    .map(([, inner]) => firstReason(inner))
    .find(Boolean);
}

interface StoryEditorProps {
  calls: StoryCalls;
  /** The story to edit; null makes a new one. */
  story: StoryItem | null;
  onClose: () => void;
}

export function StoryEditor({ calls, story, onClose }: StoryEditorProps) {
  const { kind } = calls;
  const { t } = useTranslation();
  const { mutate: save, isPending } = calls.useSave(story);
  const { data } = useQuery(adminMediaQuery);
  const items = useMemo(() => new Map((data ?? []).map((item) => [item.id, item])), [data]);
  const [start] = useState(() => startOf(story));
  const [doubt, setDoubt] = useState<Doubt<StoryWrite> | null>(null);
  const [view, setView] = useState<'edit' | 'look' | 'overview'>('edit');
  /** Key of the piece after which photos are added; '' for the end, null while the picker is closed. */
  const [picking, setPicking] = useState<string | null>(null);
  const form = useFields({
    schema,
    start,
    toSend: (values): StoryWrite => ({ ...values, body: values.body.filter(isWritten) }),
    save: {
      isPending,
      mutate: (values, then) => {
        if (!isDoubtful(story, values)) return save(values, then);
        setDoubt({ values, texts: holdsPosition(values.title) ? ['title'] : ['body'] });
      },
    },
    onSaved: onClose,
  });
  const undo = useUndo(form, doubt !== null || picking !== null);
  const { field, fieldState } = useController({ control: form.control, name: 'body' });
  const pieces: Sequence = field.value;
  const cover = useWatch({ control: form.control, name: 'cover' }) ?? null;
  const coverItem = items.get(cover ?? '');

  const editPieces = (next: Sequence, tag: string | null = null) => {
    if (next === pieces) return;
    undo.name(tag);
    field.onChange(next);
  };
  const append = (...added: Piece[]) => editPieces(inserted(pieces, null, added));
  const toggle = (wanted: typeof view) => setView(view === wanted ? 'edit' : wanted);
  const [guarded] = [cover ?? '', ...shownInPieces(pieces)]
    .flatMap((id) => items.get(id) ?? [])
    .filter(({ guard }) => guard);
  const fault = firstReason(fieldState.error);

  return (
    <FieldsDialog
      of={form}
      title={t(story ? `${kind}:edit` : `${kind}:add`)}
      wide="desk"
      discardText={t(`${kind}:discard`)}
      onClose={onClose}
      note={
        story && (
          <>
            <VersionsButton
              thing={{ entity: 'story', id: story.id }}
              unsaved={form.formState.isDirty}
              onDone={onClose}
            />
            {/* The preview has no withheld stories. */}
            {!story.withheld && (
              <PreviewLink href={previewAddress(`${calls.folder}/${story.slug}`)} />
            )}
          </>
        )
      }
      question={
        <>
          <PositionQuestion
            doubt={doubt}
            onDone={() => setDoubt(null)}
            onRemove={() => {
              undo.name(null);
              form.setValue('title', withoutPositions(form.getValues('title')), {
                shouldDirty: true,
              });
              editPieces(pieces.map(cleanPiece));
              // Positions split by Markdown marks remain; the question comes again.
              void form.submit();
            }}
            onSave={(values) =>
              save(values, {
                onSuccess: onClose,
                onError: (error) => showRefusals(form, error),
              })
            }
          />
          {picking !== null && (
            <PickDialog
              title={t('addPhotos')}
              description={t(hasTouch() ? 'pickHint' : 'pickHintKeys')}
              items={data ?? []}
              used={shownInPieces(pieces)}
              onPick={(ids) => {
                editPieces(inserted(pieces, picking || null, ids.map(picturePiece)));
                setPicking(null);
              }}
              onClose={() => setPicking(null)}
            />
          )}
        </>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="mx-auto flex w-full max-w-[60rem] min-w-0 flex-col gap-4">
          <fieldset
            aria-label={t('storyTools')}
            className="sticky -top-5 z-20 -mx-1 flex flex-wrap items-center gap-1 border-b border-hairline bg-surface px-1 py-1.5"
          >
            <Button size="sm" onClick={() => setPicking('')}>
              <ImagePlus className="size-4" />
              {t('addPhotos')}
            </Button>
            <Button size="sm" look="quiet" onClick={() => append(textPiece())}>
              <Type className="size-4" />
              {t('addText')}
            </Button>
            <Button size="sm" look="quiet" onClick={() => append(spacePiece())}>
              <Minus className="size-4" />
              {t('addSpace')}
            </Button>
            <span className="ml-auto flex flex-wrap">
              <ToolButton
                icon={Eye}
                label={t('readersView')}
                aria-pressed={view === 'look'}
                onClick={() => toggle('look')}
              />
              <ToolButton
                icon={Rows3}
                label={t('overview')}
                aria-pressed={view === 'overview'}
                onClick={() => toggle('overview')}
              />
              <ToolButton
                icon={Undo2}
                label={t('undo')}
                disabled={!undo.canUndo}
                onClick={undo.undo}
              />
              <ToolButton
                icon={Redo2}
                label={t('redo')}
                disabled={!undo.canRedo}
                onClick={undo.redo}
              />
            </span>
          </fieldset>
          {story?.withheld && <Notice tone="amber">{t(`${kind}:withheld`)}</Notice>}
          {guarded && (
            <Notice tone="amber">{t(`${kind}:guarded`, { title: guarded.title })}</Notice>
          )}
          <div className="flex flex-col gap-4 overflow-clip rounded-md border border-hairline bg-ground px-1 pb-6 sm:px-4 sm:pb-8">
            {coverItem && (
              <img
                src={thumbnailUrl(coverItem, 960) ?? undefined}
                alt=""
                className="-mx-4 max-h-80 w-[calc(100%+2rem)] max-w-none object-cover"
                style={{ aspectRatio: coverItem.width / coverItem.height }}
              />
            )}
            <TextField
              name="title"
              required
              inputClass="h-14 text-center text-2xl! font-medium"
              className="mx-auto w-full max-w-[32rem] px-2 pt-4"
            />
            {fault && (
              <p role="alert" className="text-center text-danger">
                {serverText(fault)}
              </p>
            )}
            <PieceList
              pieces={pieces}
              items={items}
              cover={cover}
              small={view === 'overview'}
              isLook={view === 'look'}
              onEdit={editPieces}
              onCover={(id) => form.setValue('cover', id, { shouldDirty: true })}
              onAddPhotos={setPicking}
              onRest={undo.rest}
            />
            {pieces.length === 0 && (
              <p className="px-4 py-8 text-center text-muted">{t('storyEmpty')}</p>
            )}
          </div>
        </div>
        <StorySide kind={kind} items={data ?? []} isNew={story === null} />
      </div>
    </FieldsDialog>
  );
}
