/** The field notes: what is on the site, what is still to come, and what waits in the trash. */
import { useQuery } from '@tanstack/react-query';
import { previewAddress } from '@veldlicht/contract/preview';
import { type StoryItem, shownIn, type TrashedStory } from '@veldlicht/contract/story';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { BookOpen, Eye, MapPin, Plus, Trash2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton, IconLink } from '#components/ui/icon-button.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { Select } from '#components/ui/select.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { thumbnailUrl } from '#features/media/media-urls.ts';
import { ScheduleBadge } from '#features/media/state-badges.tsx';
import { findEntries } from '#lib/long-list.ts';
import { useMayEnter, useMayWrite } from '#lib/permissions.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { agoText, dayText } from '#lib/time-text.ts';
import { NoteDialog } from './note-dialog.tsx';
import {
  notesQuery,
  trashedNotesQuery,
  useDeleteNote,
  usePurgeNote,
  useRestoreNote,
} from './note-queries.ts';

const views = ['all', 'published', 'draft', 'trash'] as const;
type View = (typeof views)[number];

const rowClass = 'flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3 sm:px-4';

function Loading({ label }: { label: string }) {
  return (
    <div role="status" className="grid place-items-center py-16 text-muted">
      <Spinner />
      <span className="sr-only">{label}</span>
    </div>
  );
}

interface NoteRowProps {
  note: StoryItem;
  /** Address of its cover or first photo. */
  picture: string | null;
  /** Absent for people who may only look. */
  onEdit?: (() => void) | undefined;
  onDelete: () => void;
}

function NoteRow({ note, picture, onEdit, onDelete }: NoteRowProps) {
  const { t } = useTranslation();
  const title = <span className="font-medium wrap-anywhere">{note.title}</span>;
  return (
    <li className={rowClass}>
      <div className="grid aspect-[4/3] w-20 shrink-0 place-items-center overflow-hidden rounded-md border border-hairline bg-ground">
        {picture ? (
          <img src={picture} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <BookOpen aria-hidden="true" className="size-5 text-muted" />
        )}
      </div>
      <div className="min-w-0 flex-1 basis-40">
        {onEdit ? (
          <button
            type="button"
            onClick={onEdit}
            aria-label={t('editNamed', { name: note.title })}
            className="min-h-8 text-left underline-offset-4 hover:underline"
          >
            {title}
          </button>
        ) : (
          title
        )}
        <p className="text-[0.8125rem] text-muted tabular-nums">{dayText(note.date)}</p>
      </div>
      <div className="flex flex-wrap gap-1 empty:hidden">
        {note.status === 'draft' && <Badge look="outline">{t('draft')}</Badge>}
        {note.withheld && (
          <Badge look="danger">
            <MapPin aria-hidden="true" className="size-3" />
            {t('withheld')}
          </Badge>
        )}
        <ScheduleBadge item={note} />
      </div>
      <div className="ml-auto flex">
        {!note.withheld && (
          <IconLink
            label={t('previewItem', { title: note.title })}
            href={previewAddress(`/veldnotities/${note.slug}`)}
          >
            <Eye aria-hidden="true" className="size-4" />
          </IconLink>
        )}
        {onEdit && (
          <IconButton
            label={t('deleteNamed', { name: note.title })}
            onClick={onDelete}
            className="hover:text-danger"
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
    </li>
  );
}

function Trashed() {
  const { t } = useTranslation();
  const query = useQuery({ ...trashedNotesQuery, refetchOnMount: 'always' });
  const restore = useRestoreNote();
  const purge = usePurgeNote();
  const [mayRestore, mayPurge] = [useMayWrite(), useMayEnter('purge')];
  const [asked, setAsked] = useState<TrashedStory | null>(null);
  if (query.isError) return <QueryError title={t('failedToLoadTrash')} query={query} />;
  if (!query.data) return <Loading label={t('loadingTrash')} />;
  if (query.data.length === 0) return <EmptyState title={t('trashEmpty')} />;
  return (
    <>
      <ul
        aria-label={t('trash')}
        className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
      >
        {query.data.map((note) => (
          <li key={note.id} className={rowClass}>
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium wrap-anywhere">{note.title}</p>
              <p className="text-[0.8125rem] text-muted">
                {t('deletedWhen', { when: agoText(note.deletedAt), who: note.deletedBy })}
              </p>
            </div>
            {mayRestore && (
              <Button
                look="secondary"
                size="sm"
                pending={restore.isPending}
                onClick={() => restore.mutate(note)}
              >
                <Undo2 aria-hidden="true" className="size-4" />
                {t('restoreItem')}
              </Button>
            )}
            {mayPurge && (
              <IconButton
                label={t('purgeItem', { title: note.title })}
                onClick={() => setAsked(note)}
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <DeleteDialog
        item={asked}
        words={({ title }) => ({
          title: t('purgeItem', { title }),
          text: t('purgeNoteText'),
          confirm: t('purgeConfirm'),
        })}
        remove={purge}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

export function NotesPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const query = useQuery({ ...notesQuery, refetchOnMount: 'always' });
  const media = useQuery(adminMediaQuery).data;
  const [typed, setTyped] = useState('');
  const [view, setView] = useState<View>('all');
  /** Null: a new one is written. */
  const [chosen, setOpen] = useState<StoryItem | null | undefined>(undefined);
  const [params, setParams] = useSearchParams();
  const linked = mayWrite ? query.data?.find(({ id }) => id === params.get('note')) : undefined;
  const open = chosen === undefined ? linked : chosen;
  const close = () => {
    setOpen(undefined);
    setParams({}, { replace: true });
  };
  const [asked, setAsked] = useState<StoryItem | null>(null);
  const remove = useDeleteNote();
  const pictures = useMemo(
    () => new Map((media ?? []).map((item) => [item.id, thumbnailUrl(item, 160)])),
    [media],
  );
  const pictureOf = ({ cover, body }: StoryItem) =>
    [cover ?? '', ...shownIn(body)].map((id) => pictures.get(id)).find(Boolean) ?? null;
  const ofView = (query.data ?? []).filter(({ status }) => view === 'all' || status === view);
  const found = findEntries(ofView, ({ title, body }) => `${title}\n${body}`, typed);
  const write = (
    <Button onClick={() => setOpen(null)} className="max-sm:w-full">
      <Plus aria-hidden="true" className="size-4" />
      {t('newNote')}
    </Button>
  );
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-3">
      <p className="max-w-prose text-muted">{t('fieldNotesText')}</p>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label={t('searchNotes')}
          placeholder={t('searchNotes')}
          value={typed}
          onSearch={setTyped}
        />
        <Select
          aria-label={t('noteView')}
          className="flex w-48 max-sm:w-full"
          options={views.map((value) => ({ value, label: t(`noteView:${value}`) }))}
          value={view}
          onChange={setView}
        />
        {mayWrite && write}
      </div>
      {view === 'trash' ? (
        <Trashed />
      ) : (
        <>
          {query.isPending && <Loading label={t('loading')} />}
          {query.isError && <QueryError title={t('failedToLoadNotes')} query={query} />}
          {query.data && found.length === 0 && (
            <EmptyState
              icon={<BookOpen className="size-7" />}
              title={t(query.data.length === 0 ? 'noNotes' : 'noResultsFound')}
              text={query.data.length === 0 && mayWrite ? t('noNotesHint') : undefined}
            />
          )}
          {found.length > 0 && (
            <ul
              aria-label={t('fieldNotes')}
              aria-busy={query.isFetching}
              className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
            >
              {found.map((note) => (
                <NoteRow
                  key={note.id}
                  note={note}
                  picture={pictureOf(note)}
                  onEdit={mayWrite ? () => setOpen(note) : undefined}
                  onDelete={() => setAsked(note)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      <DeleteDialog
        item={asked}
        words={({ title }) => ({
          title: t('deleteNamed', { name: title }),
          text: t('deleteMediaText', { title, days: String(TRASH_DAYS) }),
          confirm: t('deleteNoteConfirm'),
        })}
        remove={remove}
        onClose={() => setAsked(null)}
      />
      {open !== undefined && <NoteDialog note={open} onClose={close} />}
    </div>
  );
}
