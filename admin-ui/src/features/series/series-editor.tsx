/** A series while it is put together: its page, with what changes it beside the pictures. */
import { useQuery } from '@tanstack/react-query';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import type { SeriesBody } from '@veldlicht/contract/series';
import { positionsInStory, type SeriesItem, seriesInput } from '@veldlicht/contract/story';
import { ImagePlus, Minus, Redo2, Rows3, Type, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { randomKey } from '#features/media/field-values.ts';
import { type Doubt, PositionQuestion } from '#features/media/form/position-question.tsx';
import { thumbnailUrl } from '#features/media/media-urls.ts';
import { PickDialog } from '#features/media/pick-dialog.tsx';
import { seriesCalls } from '#features/stories/story-calls.ts';
import { StoryLinks, StorySide, StoryWarnings } from '#features/stories/story-parts.tsx';
import { serverText } from '#i18n/failure-text.ts';
import { toAmsterdam } from '#lib/amsterdam-time.ts';
import { fieldsOf } from '#lib/api.ts';
import { fieldFaults } from '#lib/forms.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { begin, edited, type History, historyKey, redone, undone } from './history.ts';
import {
  type Draft,
  draftOf,
  inserted,
  piecesOf,
  type Sequence,
  shownInPieces,
  textFault,
  valuesOf,
} from './sequence.ts';
import { SequenceEditor } from './sequence-editor.tsx';

type Values = ReturnType<typeof valuesOf>;

const positionsIn = ({ title, body }: { title: string; body: SeriesBody }) =>
  positionsInStory({ title, body: JSON.stringify(body) }, 'series');

/** Whether saving needs a word about positions: not if somebody has said to publish these very texts. */
function isDoubtful(series: SeriesItem | null, values: Values): boolean {
  const found = positionsIn(values);
  const isSaid =
    series?.positionAllowed &&
    !series.withheld &&
    positionsIn(series).join('\n') === found.join('\n');
  return !isSaid && found.length > 0;
}

/** What the server refuses in a block or the introduction is wrong in the body. */
const byField = (reasons: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(reasons).map(([path, reason]) => [path.split('.')[0] ?? '', reason]),
  );

interface SeriesEditorProps {
  /** The series to edit; null makes a new one. */
  story: SeriesItem | null;
  onClose: () => void;
}

export function SeriesEditor({ story, onClose }: SeriesEditorProps) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = seriesCalls.useSave(story);
  const { data } = useQuery(adminMediaQuery);
  const items = useMemo(() => new Map((data ?? []).map((item) => [item.id, item])), [data]);
  const [start] = useState(() =>
    draftOf(story, toAmsterdam(new Date().toISOString()).slice(0, 10), randomKey),
  );
  const [history, setHistory] = useState<History<Draft>>(() => begin(start));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [doubt, setDoubt] = useState<Doubt<Values> | null>(null);
  const [small, setSmall] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  /** After which piece photos are added; '' for the end, null while none are. */
  const [picking, setPicking] = useState<string | null>(null);
  const draft = history.now;
  const { pieces } = draft;
  const cover = items.get(draft.cover ?? '');

  const edit = (change: Partial<Draft>, tag: string | null = null) => {
    setHistory((last) => edited(last, { ...last.now, ...change }, tag));
    for (const name of Object.keys(change))
      setFaults(({ [name]: _, body: __, ...others }) => others);
  };
  const editPieces = (next: Sequence, tag?: string) => {
    if (next !== pieces) edit({ pieces: next }, tag);
  };
  /** What is typed next is another edit. */
  const rest = () => setHistory((last) => ({ ...last, tag: null }));

  const isAsking = doubt !== null || picking !== null;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = historyKey(event);
      if (!key || isAsking) return;
      // In a field too: the browser knows nothing of edits that were not typed.
      event.preventDefault();
      setHistory(key === 'undo' ? undone : redone);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isAsking]);

  const send = (values: Values & { positionAllowed?: boolean }) =>
    save(values, {
      onSuccess: onClose,
      onError: (error) => setFaults(byField(fieldsOf(error))),
    });
  const submit = () => {
    const values = valuesOf(draft);
    const found = fieldFaults(seriesInput.safeParse(values).error);
    setFaults(found);
    if (found.title) titleField.current?.focus();
    if (Object.keys(found).length > 0) return;
    if (!isDoubtful(story, values)) return send(values);
    setDoubt({ values, texts: holdsPosition(values.title) ? ['title'] : ['body'] });
  };
  const withoutDoubt = ({ title, body, ...values }: Values): Values => {
    const { introduction, blocks } = body;
    const clean = blocks.map((one) =>
      one.kind === 'text' ? { ...one, text: withoutPositions(one.text) } : one,
    );
    return {
      ...{ ...values, title: withoutPositions(title) },
      body: { introduction: withoutPositions(introduction), blocks: clean },
    };
  };
  const unsaved = JSON.stringify(valuesOf(draft)) !== JSON.stringify(valuesOf(start));
  const shown = new Set([draft.cover ?? '', ...shownInPieces(pieces)]);

  return (
    <FormDialog
      title={t(story ? 'series:edit' : 'series:add')}
      wide="desk"
      pending={isPending}
      unsaved={unsaved}
      discardText={t('series:discard')}
      onSubmit={submit}
      onClose={onClose}
      note={<StoryLinks story={story} folder="/reeks" unsaved={unsaved} onClose={onClose} />}
      question={
        <>
          <PositionQuestion
            doubt={doubt}
            onDone={() => setDoubt(null)}
            onRemove={(values) => {
              const clean = withoutDoubt(values);
              const { title, body } = clean;
              edit({
                ...{ title, introduction: body.introduction },
                pieces: piecesOf(body.blocks, randomKey),
              });
              // What stands behind marks is for the person to find.
              if (!isDoubtful(null, clean) && title.trim()) send(clean);
            }}
            onSave={send}
          />
          {picking !== null && (
            <PickDialog
              items={data ?? []}
              used={shownInPieces(pieces)}
              onPick={(ids) => {
                const added = ids.map((id) => ({ kind: 'single' as const, media: [id] }));
                editPieces(inserted(pieces, picking, piecesOf(added, randomKey)));
                setPicking(null);
              }}
              onClose={() => setPicking(null)}
            />
          )}
        </>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="mx-auto flex w-full min-w-0 max-w-[60rem] flex-col gap-4">
          <fieldset
            aria-label={t('sequenceTools')}
            className="sticky -top-5 z-20 -mx-1 flex flex-wrap items-center gap-1 border-b border-hairline bg-surface px-1 py-1.5"
          >
            <Button size="sm" onClick={() => setPicking('')}>
              <ImagePlus className="size-4" />
              {t('addPhotos')}
            </Button>
            <IconButton
              icon={Type}
              label={t('addText')}
              onClick={() =>
                editPieces(
                  inserted(pieces, null, piecesOf([{ kind: 'text', text: '' }], randomKey)),
                )
              }
            />
            <IconButton
              icon={Minus}
              label={t('addSpace')}
              onClick={() =>
                editPieces(inserted(pieces, null, piecesOf([{ kind: 'space' }], randomKey)))
              }
            />
            <IconButton
              icon={Rows3}
              label={t('overview')}
              aria-pressed={small}
              onClick={() => setSmall(!small)}
              className="aria-pressed:bg-moss-wash aria-pressed:text-moss"
            />
            <span className="ml-auto flex">
              <IconButton
                icon={Undo2}
                label={t('undo')}
                disabled={history.past.length === 0}
                onClick={() => setHistory(undone)}
              />
              <IconButton
                icon={Redo2}
                label={t('redo')}
                disabled={history.future.length === 0}
                onClick={() => setHistory(redone)}
              />
            </span>
          </fieldset>
          <StoryWarnings
            story={story}
            shown={[...shown].flatMap((id) => items.get(id) ?? [])}
            kind="series"
          />
          <div className="flex flex-col gap-4 overflow-clip rounded-md border border-hairline bg-ground px-1 pb-6 sm:px-4 sm:pb-8">
            {cover && (
              <img
                src={thumbnailUrl(cover, 960) ?? undefined}
                alt=""
                className="-mx-4 max-h-80 w-[calc(100%+2rem)] max-w-none object-cover"
                style={{ aspectRatio: cover.width / cover.height }}
              />
            )}
            <div className="mx-auto flex w-full max-w-[32rem] flex-col gap-3 px-2 pt-4">
              <Field label={t('title')} required error={faults.title}>
                <TextInput
                  ref={titleField}
                  value={draft.title}
                  placeholder={t('seriesTitleHint')}
                  onChange={({ target }) => edit({ title: target.value }, 'title')}
                  onBlur={rest}
                  className="h-14 text-center text-2xl! font-medium"
                />
              </Field>
              <Field label={t('introduction')} error={textFault(draft.introduction)}>
                <TextArea
                  rows={3}
                  value={draft.introduction}
                  placeholder={t('introductionHint')}
                  onChange={({ target }) => edit({ introduction: target.value }, 'introduction')}
                  onBlur={rest}
                  className="field-sizing-content min-h-20 leading-relaxed"
                />
              </Field>
            </div>
            {faults.body && (
              <p role="alert" className="text-center text-danger">
                {serverText(faults.body)}
              </p>
            )}
            <SequenceEditor
              pieces={pieces}
              items={items}
              cover={draft.cover}
              small={small}
              onEdit={editPieces}
              onCover={(id) => edit({ cover: id })}
              onAddPhotos={setPicking}
              onRest={rest}
            />
            {pieces.length === 0 && (
              <p className="px-4 py-8 text-center text-muted">{t('sequenceEmpty')}</p>
            )}
          </div>
        </div>
        <div className="flex flex-col gap-5">
          <StorySide
            kind="series"
            items={data ?? []}
            values={draft}
            faults={faults}
            onChange={edit}
          >
            <Field label={t('date')} required hint={t('seriesDateHint')} error={faults.date}>
              <TextInput
                type="date"
                value={draft.date}
                onChange={({ target }) => edit({ date: target.value }, 'date')}
              />
            </Field>
          </StorySide>
        </div>
      </div>
    </FormDialog>
  );
}
