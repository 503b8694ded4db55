/** The lists of field notes and of series, with their trash. */
import { useQuery } from '@tanstack/react-query';
import { previewAddress } from '@veldlicht/contract/preview';
import type { StoryItem } from '@veldlicht/contract/story';
import { shownInBlocks, wordsOfBlocks } from '@veldlicht/contract/story-body';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { BookOpen, Eye, FolderOpen, type LucideIcon, MapPin, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListScreen, type RowActions } from '#components/list-screen.tsx';
import { Thumbnail } from '#components/thumbnail.tsx';
import { TrashList } from '#components/trash-list.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton, IconLink } from '#components/ui/button.tsx';
import { Row, RowList } from '#components/ui/rows.tsx';
import { ScheduleBadge } from '#features/media/state-badges.tsx';
import { findEntries } from '#lib/long-list.ts';
import { thumbnailUrl } from '#lib/media-urls.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { dayText } from '#lib/time-text.ts';
import { noteCalls, type StoryCalls, seriesCalls } from './story-calls.ts';
import { StoryEditor } from './story-editor.tsx';

type View = 'all' | 'published' | 'draft' | 'trash';

interface StoryRowProps {
  story: StoryItem;
  folder: string;
  icon: LucideIcon;
  /** Address of its cover or first photo. */
  picture: string | null;
  actions: RowActions<StoryItem> | null;
}

function StoryRow(props: StoryRowProps) {
  const { story, picture, folder, icon, actions } = props;
  const { t } = useTranslation();
  const { title, status, withheld } = story;
  return (
    <Row
      lead={<Thumbnail url={picture} icon={icon} />}
      title={
        actions ? (
          <button
            type="button"
            onClick={() => actions.edit(story)}
            aria-label={t('editNamed', { name: title })}
            className="min-h-8 text-left underline-offset-4 hover:underline"
          >
            {title}
          </button>
        ) : (
          title
        )
      }
      facts={dayText(story.date)}
      marks={
        <div className="flex flex-wrap gap-1 empty:hidden">
          {status === 'draft' && <Badge look="outline">{t('draft')}</Badge>}
          {withheld && (
            <Badge look="danger">
              <MapPin className="size-3" />
              {t('withheld')}
            </Badge>
          )}
          <ScheduleBadge item={story} />
        </div>
      }
    >
      <div className="flex">
        {!withheld && (
          <IconLink
            label={t('previewItem', { title })}
            href={previewAddress(`${folder}/${story.slug}`)}
          >
            <Eye className="size-4" />
          </IconLink>
        )}
        {actions && (
          <IconButton
            icon={Trash2}
            label={t('deleteNamed', { name: title })}
            onClick={() => actions.remove(story)}
            className="hover:text-danger"
          />
        )}
      </div>
    </Row>
  );
}

function Trashed({ calls }: { calls: StoryCalls }) {
  const { t } = useTranslation();
  return (
    <TrashList
      of={calls.trash}
      restore={calls.useRestore()}
      words={({ title }) => ({
        title: t('purgeItem', { title }),
        text: t(`${calls.kind}:purgeText`),
      })}
      empty={{ title: 'trashEmpty' }}
    />
  );
}

const wordsOf = ({ title, body }: StoryItem) => [title, ...wordsOfBlocks(body)].join('\n');

const found = (stories: readonly StoryItem[], typed: string, view: View) =>
  findEntries(
    stories.filter(({ status }) => view === 'all' || status === view),
    wordsOf,
    typed,
  );

function StoriesPage({ calls, icon }: { calls: StoryCalls; icon: LucideIcon }) {
  const { kind, folder } = calls;
  const { t } = useTranslation();
  const media = useQuery(adminMediaQuery).data;
  const pictures = useMemo(
    () => new Map((media ?? []).map((item) => [item.id, thumbnailUrl(item, 160)])),
    [media],
  );
  const pictureOf = ({ cover, body }: StoryItem) =>
    [cover ?? '', ...shownInBlocks(body)].map((id) => pictures.get(id)).find(Boolean) ?? null;
  return (
    <ListScreen
      of={calls.stories}
      intro={`${kind}:intro`}
      empty={{ title: `${kind}:none`, hint: `${kind}:noneHint`, icon }}
      add={{ label: `${kind}:add` }}
      find={{
        label: `${kind}:search`,
        found,
        views: {
          label: `${kind}:views`,
          choices: [
            ['all', `${kind}:all`],
            ['published', 'published'],
            ['draft', 'storyDrafts'],
            ['trash', 'trash'],
          ],
        },
      }}
      otherView={{ trash: <Trashed calls={calls} /> }}
      rows={(rows, actions) => (
        <RowList
          label={t(kind === 'note' ? 'fieldNotes' : 'series')}
          rows={rows}
          keyOf={({ id }) => id}
        >
          {(story) => (
            <StoryRow
              story={story}
              folder={folder}
              icon={icon}
              picture={pictureOf(story)}
              actions={actions}
            />
          )}
        </RowList>
      )}
      deletion={{
        words: ({ title }) => ({
          title: t('deleteNamed', { name: title }),
          text: t('deleteMediaText', { title, days: String(TRASH_DAYS) }),
          confirm: t('deleteButton'),
        }),
        remove: calls.useDelete(),
      }}
      editor={(story, close) => <StoryEditor calls={calls} story={story} onClose={close} />}
    />
  );
}

export const NotesPage = () => <StoriesPage calls={noteCalls} icon={BookOpen} />;
export const SeriesPage = () => <StoriesPage calls={seriesCalls} icon={FolderOpen} />;
