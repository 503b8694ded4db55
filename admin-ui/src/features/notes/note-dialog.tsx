import { useQuery } from '@tanstack/react-query';
import { holdsPosition, withoutPositions } from '@veldlicht/contract/position-shapes';
import {
  type NewStory,
  positionsInStory,
  type StoryItem,
  shownIn,
  storyInput,
} from '@veldlicht/contract/story';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#components/form-dialog.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import type { Faults } from '#features/media/field-values.ts';
import { type Doubt, PositionQuestion } from '#features/media/form/position-question.tsx';
import { noteCalls } from '#features/stories/story-calls.ts';
import { StoryLinks, StorySide, StoryWarnings } from '#features/stories/story-parts.tsx';
import { toAmsterdam } from '#lib/amsterdam-time.ts';
import { fieldsOf } from '#lib/api.ts';
import { fieldFaults } from '#lib/forms.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { BodyField } from './body-field.tsx';
import { NotePreview } from './note-preview.tsx';

type NoteValues = Omit<NewStory, 'positionAllowed'>;

/** A new one is a draft: half a text must not go out with the first save. */
function valuesOf(note: StoryItem | null): NoteValues {
  const blank: NoteValues = {
    title: '',
    date: toAmsterdam(new Date().toISOString()).slice(0, 10),
    body: '',
    cover: null,
    status: 'draft',
    publishFrom: null,
    publishUntil: null,
  };
  if (!note) return blank;
  const { title, date, body, cover, status, publishFrom, publishUntil } = note;
  return { title, date, body, cover, status, publishFrom, publishUntil };
}

/** Whether saving needs a word about positions: not if somebody has said to publish these very texts. */
function isDoubtful(note: StoryItem | null, values: NoteValues): boolean {
  const isSaid =
    note?.positionAllowed &&
    !note.withheld &&
    note.title === values.title &&
    note.body === values.body;
  return !isSaid && positionsInStory(values).length > 0;
}

interface NoteDialogProps {
  /** The note to edit; null makes a new one. */
  story: StoryItem | null;
  onClose: () => void;
}

export function NoteDialog({ story: note, onClose }: NoteDialogProps) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = noteCalls.useSave(note);
  const [start] = useState(() => valuesOf(note));
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  /** After the first try to save, what is typed is checked at once. */
  const [isChecked, setChecked] = useState(false);
  const { data: items = [] } = useQuery(adminMediaQuery);
  const [doubt, setDoubt] = useState<Doubt<NewStory> | null>(null);
  const shown = useDeferredValue(values);
  const shownIds = [shown.cover, ...shownIn(shown.body)];
  const edit = (change: Partial<NoteValues>) => {
    const next = { ...values, ...change };
    const found = isChecked ? fieldFaults(storyInput.safeParse(next).error) : {};
    setValues(next);
    for (const name of Object.keys(change)) setFaults((last) => ({ ...last, [name]: found[name] }));
  };
  const send = (checked: NewStory) =>
    save(checked, {
      onSuccess: onClose,
      onError: (error) => setFaults(fieldsOf(error)),
    });
  const submit = () => {
    const { data, error } = storyInput.safeParse(values);
    setChecked(true);
    setFaults(fieldFaults(error));
    if (!data) return;
    if (!isDoubtful(note, data)) return send(data);
    setDoubt({ values: data, texts: holdsPosition(data.title) ? ['title'] : ['body'] });
  };
  const unsaved = JSON.stringify(values) !== JSON.stringify(start);
  return (
    <FormDialog
      title={t(note ? 'note:edit' : 'note:add')}
      wide="desk"
      pending={isPending}
      unsaved={unsaved}
      discardText={t('note:discard')}
      onSubmit={submit}
      onClose={onClose}
      note={<StoryLinks story={note} folder="/veldnotities" unsaved={unsaved} onClose={onClose} />}
      question={
        <PositionQuestion
          doubt={doubt}
          onDone={() => setDoubt(null)}
          onRemove={(values) => {
            const clean = {
              title: withoutPositions(values.title),
              body: withoutPositions(values.body),
            };
            edit(clean);
            const next = { ...values, ...clean };
            // What stands behind marks is for the person to find.
            if (!isDoubtful(null, next) && clean.title.trim()) send(next);
          }}
          onSave={send}
        />
      }
    >
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_17rem]">
        <div className="flex flex-col gap-5">
          <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <Field label={t('title')} required error={faults.title}>
              <TextInput
                value={values.title}
                onChange={({ target }) => edit({ title: target.value })}
              />
            </Field>
            <Field label={t('date')} required error={faults.date}>
              <TextInput
                type="date"
                value={values.date}
                onChange={({ target }) => edit({ date: target.value })}
              />
            </Field>
          </div>
          <StoryWarnings
            story={note}
            shown={items.filter(({ id }) => shownIds.includes(id))}
            kind="note"
          />
          <BodyField value={values.body} error={faults.body} onChange={(body) => edit({ body })} />
        </div>
        <NotePreview title={shown.title} body={shown.body} cover={shown.cover} />
        <div className="flex flex-col gap-5 max-xl:lg:col-span-2">
          <StorySide kind="note" items={items} values={values} faults={faults} onChange={edit} />
        </div>
      </div>
    </FormDialog>
  );
}
