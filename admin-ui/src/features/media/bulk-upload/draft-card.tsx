import type { MediaType } from '@veldlicht/contract/media';
import { VISIBLE } from '@veldlicht/contract/name';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { CircleCheck, Trash2, TriangleAlert } from 'lucide-react';
import { memo, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextArea, TextInput } from '#components/ui/text-input.tsx';
import { classNames } from '#lib/class-names.ts';
import { CategoryField, type EntryNames, TagsField } from '../fields/entry-fields.tsx';
import { PrivacyField } from '../fields/privacy-field.tsx';
import { nameWithoutExtension } from '../upload/file-checks.ts';
import { ProgressBar } from '../upload/progress-bar.tsx';
import { failureWords, megabytes, percentOf } from '../upload/upload-texts.ts';
import { type BulkSession, useBulk } from './bulk-session.ts';
import { draftOf } from './bulk-state.ts';
import { progressWords } from './bulk-texts.ts';
import { type Draft, type DraftFields as Fields, isTooLong, longest } from './draft.ts';
import { DraftPreview, useNearView } from './draft-preview.tsx';

interface TypeFieldProps {
  type: MediaType;
  disabled: boolean;
  onChange: (type: MediaType) => void;
}

const TypeField = memo(function TypeField({ type, disabled, onChange }: TypeFieldProps) {
  const { t } = useTranslation();
  const options = [
    { value: 'photo', label: t('photo') },
    { value: 'video', label: t('video') },
  ] as const;
  return (
    <Field label={t('type')} className="sm:col-span-2">
      <Select options={options} value={type} disabled={disabled} onChange={onChange} />
    </Field>
  );
});

interface DraftFieldsProps {
  draft: Draft;
  names: EntryNames;
  disabled: boolean;
  /** The same function for the life of a card. */
  onEdit: (change: Partial<Fields>) => void;
}

/** The fields of one card (spec §2). Those with lists are drawn again only when their own value changes. */
function DraftFields({ draft, names, disabled, onEdit }: DraftFieldsProps) {
  const { t } = useTranslation();
  const { title, category, type, date, description, location, locationPrivacy, tags } =
    draft.fields;
  const on = useMemo(
    () => ({
      category: (next: string) => onEdit({ category: next }),
      type: (next: MediaType) => onEdit({ type: next }),
      privacy: (next: Fields['locationPrivacy']) => onEdit({ locationPrivacy: next }),
      tags: (next: string[]) => onEdit({ tags: next }),
    }),
    [onEdit],
  );
  const lengthError = (name: keyof typeof longest) =>
    isTooLong(name, draft.fields[name]) ? t('too_long', { n: String(longest[name]) }) : undefined;
  const amber = (text: string | false) => text && <span className="text-amber">{text}</span>;
  const isFileName = VISIBLE.test(title) && title === nameWithoutExtension(draft.name);
  return (
    <fieldset disabled={disabled} className="grid min-w-0 grid-cols-2 gap-4 sm:grid-cols-6">
      <Field
        label={t('title')}
        required
        error={!VISIBLE.test(title) ? t('titleRequired') : lengthError('title')}
        hint={amber(
          holdsPosition(title) ? t('coordinatesHere') : isFileName && t('titleIsFileName'),
        )}
        className="col-span-full"
      >
        <TextInput
          value={title}
          autoComplete="off"
          onChange={(event) => onEdit({ title: event.target.value })}
        />
      </Field>
      <CategoryField
        names={names}
        category={category}
        disabled={disabled}
        onChange={on.category}
        className="sm:col-span-2"
      />
      <TypeField type={type} disabled={disabled} onChange={on.type} />
      <Field label={t('date')} className="col-span-full sm:col-span-2">
        <TextInput
          type="date"
          max="9999-12-31"
          value={date}
          onChange={(event) => onEdit({ date: event.target.value })}
        />
      </Field>
      <Field
        label={t('description')}
        error={lengthError('description')}
        hint={amber(holdsPosition(description) && t('coordinatesHere'))}
        className="col-span-full"
      >
        <TextArea
          rows={3}
          value={description}
          onChange={(event) => onEdit({ description: event.target.value })}
        />
      </Field>
      <Field
        label={t('location')}
        error={lengthError('location')}
        className="col-span-full sm:col-span-3"
      >
        <TextInput
          value={location}
          onChange={(event) => onEdit({ location: event.target.value })}
        />
      </Field>
      <PrivacyField
        location={location.trim()}
        privacy={locationPrivacy}
        disabled={disabled}
        className="col-span-full sm:col-span-3"
        textClass="text-[0.8125rem]"
        onChoose={on.privacy}
      />
      <div className="col-span-full">
        <TagsField compact names={names} chosen={tags} onChange={on.tags} />
      </div>
    </fieldset>
  );
}

/** A neighbour's button takes the focus, so that it isn't lost with the card. */
function focusNeighbour(card: HTMLElement | null): void {
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus();
}

interface DraftCardProps {
  session: BulkSession;
  id: string;
  isFirst: boolean;
  names: EntryNames;
  /** A run is on: nothing changes here now. */
  busy: boolean;
}

/** One file: what it looks like, what is known of it, how far it is (spec §2). */
export const DraftCard = memo(function DraftCard(props: DraftCardProps) {
  const { session, id, isFirst, names, busy } = props;
  const { t } = useTranslation();
  const card = useRef<HTMLLIElement>(null);
  const isNear = useNearView(card);
  const draft = useBulk(session, (state) => draftOf(state, id));
  const progress = useBulk(session, (state) => state.progress.get(id));
  const edit = useCallback(
    (change: Partial<Fields>) => session.send({ do: 'edit', ids: [id], change }),
    [session, id],
  );
  if (!draft) return null;
  const { name, size, failure, stored } = draft;
  const remove = () => {
    focusNeighbour(card.current);
    session.send({ do: 'remove', ids: [id] });
  };
  return (
    <li
      ref={card}
      data-failed={failure ? '' : undefined}
      aria-label={name}
      className={classNames(
        'relative grid [contain-intrinsic-size:auto_38rem] [content-visibility:auto] scroll-mt-4 items-start gap-4 rounded-lg border bg-surface p-4 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-6 sm:p-5',
        failure ? 'border-danger' : 'border-hairline',
      )}
    >
      <div className="flex min-w-0 flex-col gap-2 max-sm:grid max-sm:grid-cols-[7rem_minmax(0,1fr)] max-sm:gap-3 max-sm:pr-10">
        <DraftPreview draft={draft} isNear={isNear} />
        <div className="min-w-0 text-[0.8125rem]">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-muted tabular-nums">{t('fileSize', { size: megabytes(size) })}</p>
          {stored && (
            <p className="mt-1 flex items-center gap-1.5 text-moss">
              <CircleCheck aria-hidden="true" className="size-4" />
              {t('uploadDone')}
            </p>
          )}
          {progress && (
            <div className="mt-2 flex flex-col gap-1">
              <ProgressBar label={name} percent={percentOf(progress.sent, size)} />
              <p className="text-muted tabular-nums">{progressWords(size, progress)}</p>
            </div>
          )}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4 sm:pr-8">
        {isFirst && <p className="text-[0.8125rem] text-muted">{t('firstOfAll')}</p>}
        {failure && (
          <p className="flex items-start gap-2 rounded-md bg-danger-wash px-3 py-2 text-danger">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{failureWords(name, failure)}</span>
          </p>
        )}
        {isNear ? (
          <DraftFields draft={draft} names={names} disabled={busy} onEdit={edit} />
        ) : (
          <Skeleton className="h-[24rem] opacity-40" />
        )}
      </div>
      <IconButton
        label={t('removeFile', { file: name })}
        data-remove=""
        disabled={busy}
        onClick={remove}
        className="absolute top-2 right-2"
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
});
