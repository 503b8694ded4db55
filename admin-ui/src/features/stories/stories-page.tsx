/** The field notes, or the series: what is on the site, what is still to come, and what waits in the trash. */
import { useQuery } from '@tanstack/react-query';
import { previewAddress } from '@veldlicht/contract/preview';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { Eye, type LucideIcon, MapPin, Plus, Trash2 } from 'lucide-react';
import { type ComponentType, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeleteDialog } from '#components/delete-dialog.tsx';
import { TrashList } from '#components/trash-list.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, IconButton, IconLink } from '#components/ui/button.tsx';
import { Loading } from '#components/ui/loading.tsx';
import { EmptyState, QueryError } from '#components/ui/page-state.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { Select } from '#components/ui/select.tsx';
import { thumbnailUrl } from '#features/media/media-urls.ts';
import { ScheduleBadge } from '#features/media/state-badges.tsx';
import { Thumbnail } from '#features/media/thumbnail.tsx';
import { findEntries } from '#lib/long-list.ts';
import { useMayWrite } from '#lib/permissions.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { dayText } from '#lib/time-text.ts';
import type { AnyStory, StoryCalls } from './story-calls.ts';

const views = ['all', 'published', 'draft', 'trash'] as const;
type View = (typeof views)[number];

/** What tells the pages of field notes and of series apart. */
export interface StoriesPageProps<Story extends AnyStory> {
  calls: StoryCalls<Story>;
  /** Where their pages are: '/veldnotities'. */
  folder: string;
  icon: LucideIcon;
  /** Items in a story, and what a search finds it by beside its title. */
  shownIn: (story: Story) => string[];
  wordsIn: (story: Story) => string;
  Editor: ComponentType<{ story: Story | null; onClose: () => void }>;
}

interface StoryRowProps extends Pick<StoriesPageProps<AnyStory>, 'folder' | 'icon'> {
  story: AnyStory;
  /** Address of its cover or first photo. */
  picture: string | null;
  /** Absent for people who may only look. */
  onEdit?: (() => void) | undefined;
  onDelete: () => void;
}

function StoryRow({ story, picture, folder, icon: Icon, onEdit, onDelete }: StoryRowProps) {
  const { t } = useTranslation();
  const title = <span className="font-medium wrap-anywhere">{story.title}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3 sm:px-4">
      <Thumbnail url={picture} icon={Icon} />
      <div className="min-w-0 flex-1 basis-40">
        {onEdit ? (
          <button
            type="button"
            onClick={onEdit}
            aria-label={t('editNamed', { name: story.title })}
            className="min-h-8 text-left underline-offset-4 hover:underline"
          >
            {title}
          </button>
        ) : (
          title
        )}
        <p className="text-[0.8125rem] text-muted tabular-nums">{dayText(story.date)}</p>
      </div>
      <div className="flex flex-wrap gap-1 empty:hidden">
        {story.status === 'draft' && <Badge look="outline">{t('draft')}</Badge>}
        {story.withheld && (
          <Badge look="danger">
            <MapPin className="size-3" />
            {t('withheld')}
          </Badge>
        )}
        <ScheduleBadge item={story} />
      </div>
      <div className="ml-auto flex">
        {!story.withheld && (
          <IconLink
            label={t('previewItem', { title: story.title })}
            href={previewAddress(`${folder}/${story.slug}`)}
          >
            <Eye className="size-4" />
          </IconLink>
        )}
        {onEdit && (
          <IconButton
            icon={Trash2}
            label={t('deleteNamed', { name: story.title })}
            onClick={onDelete}
            className="hover:text-danger"
          />
        )}
      </div>
    </li>
  );
}

function Trashed<Story extends AnyStory>({ calls }: { calls: StoryCalls<Story> }) {
  const { t } = useTranslation();
  return (
    <TrashList
      query={useQuery({ ...calls.trash, refetchOnMount: 'always' })}
      restore={calls.useRestore()}
      purge={calls.usePurge()}
      words={({ title }) => ({
        title: t('purgeItem', { title }),
        text: t(`${calls.kind}:purgeText`),
      })}
      empty={<EmptyState title={t('trashEmpty')} />}
      className="rounded-lg border border-hairline bg-surface empty:hidden"
      rowClass="px-3 sm:px-4"
    />
  );
}

export function StoriesPage<Story extends AnyStory>(props: StoriesPageProps<Story>) {
  const { calls, folder, icon: Icon, shownIn, wordsIn, Editor } = props;
  const { kind } = calls;
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const query = useQuery({ ...calls.list, refetchOnMount: 'always' });
  const media = useQuery(adminMediaQuery).data;
  const [typed, setTyped] = useState('');
  const [view, setView] = useState<View>('all');
  /** Null: a new one is written. */
  const [chosen, setOpen] = useState<Story | null | undefined>(undefined);
  const [params, setParams] = useSearchParams();
  const linked = mayWrite ? query.data?.find(({ id }) => id === params.get('open')) : undefined;
  const open = chosen === undefined ? linked : chosen;
  const close = () => {
    setOpen(undefined);
    setParams({}, { replace: true });
  };
  const [asked, setAsked] = useState<Story | null>(null);
  const remove = calls.useDelete();
  const pictures = useMemo(
    () => new Map((media ?? []).map((item) => [item.id, thumbnailUrl(item, 160)])),
    [media],
  );
  const pictureOf = (story: Story) =>
    [story.cover ?? '', ...shownIn(story)].map((id) => pictures.get(id)).find(Boolean) ?? null;
  const ofView = (query.data ?? []).filter(({ status }) => view === 'all' || status === view);
  const found = findEntries(ofView, (story) => `${story.title}\n${wordsIn(story)}`, typed);
  const write = (
    <Button onClick={() => setOpen(null)} className="max-sm:w-full">
      <Plus className="size-4" />
      {t(`${kind}:add`)}
    </Button>
  );
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-3">
      <p className="max-w-prose text-muted">{t(`${kind}:intro`)}</p>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label={t(`${kind}:search`)}
          placeholder={t(`${kind}:search`)}
          value={typed}
          onSearch={setTyped}
        />
        <Select
          aria-label={t(`${kind}:views`)}
          className="flex w-48 max-sm:w-full"
          options={views.map((value) => ({
            value,
            label: t(value === 'all' ? `${kind}:all` : `storyView:${value}`),
          }))}
          value={view}
          onChange={setView}
        />
        {mayWrite && write}
      </div>
      {view === 'trash' ? (
        <Trashed calls={calls} />
      ) : (
        <>
          {query.isPending && <Loading label={t('loading')} />}
          {query.isError && <QueryError title={t(`${kind}:failedToLoad`)} query={query} />}
          {query.data && found.length === 0 && (
            <EmptyState
              icon={<Icon className="size-7" />}
              title={t(query.data.length === 0 ? `${kind}:none` : 'noResultsFound')}
              text={query.data.length === 0 && mayWrite ? t(`${kind}:noneHint`) : undefined}
            />
          )}
          {found.length > 0 && (
            <ul
              aria-label={t(kind === 'note' ? 'fieldNotes' : 'series')}
              aria-busy={query.isFetching}
              className="divide-y divide-hairline rounded-lg border border-hairline bg-surface"
            >
              {found.map((story) => (
                <StoryRow
                  key={story.id}
                  story={story}
                  folder={folder}
                  icon={Icon}
                  picture={pictureOf(story)}
                  onEdit={mayWrite ? () => setOpen(story) : undefined}
                  onDelete={() => setAsked(story)}
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
          confirm: t('deleteButton'),
        })}
        remove={remove}
        onClose={() => setAsked(null)}
      />
      {open !== undefined && <Editor story={open} onClose={close} />}
    </div>
  );
}
