/** All species: those of the supplied list, and added or edited ones. */
import type { Species } from '@veldlicht/contract/species';
import type { TFunction } from 'i18next';
import { Pencil, Trash2, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DeleteWords } from '#components/delete-dialog.tsx';
import { ListScreen, type RowActions } from '#components/list-screen.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { buttonClass, IconButton } from '#components/ui/button.tsx';
import { Row, RowList } from '#components/ui/rows.tsx';
import { SpeciesDialog } from './species-dialog.tsx';
import { allSpecies, useTakeBackSpecies } from './species-queries.ts';
import { bothNames, type SpeciesView, speciesIndex, viewSpecies } from './species-search.ts';

/** The media page, filtered by a species. */
const itemsPath = ({ scientificName: species }: Species) =>
  `/media?${new URLSearchParams({ species })}`;

interface SpeciesRowProps {
  species: Species;
  /** Null without write permission. */
  actions: RowActions<Species> | null;
}

const SpeciesRow = memo(function SpeciesRow({ species, actions }: SpeciesRowProps) {
  const { t } = useTranslation();
  const { dutchName, scientificName, englishName, group, family, own, listed, items } = species;
  const name = bothNames(species);
  return (
    <Row
      className="min-h-14 py-1.5 pr-1 pl-4 sm:pr-2"
      title={
        <>
          {dutchName}{' '}
          <i lang="la" className={dutchName ? 'font-normal text-muted' : undefined}>
            {scientificName}
          </i>
        </>
      }
      facts={[englishName, t(`group:${group}`), family].filter(Boolean).join(' · ')}
      marks={
        (own || items > 0) && (
          <div className="flex items-center gap-3 max-sm:order-last max-sm:w-full">
            {own && <Badge look="outline">{t(listed ? 'correctedHere' : 'addedHere')}</Badge>}
            {items > 0 && (
              <Link
                to={itemsPath(species)}
                aria-label={t('itemsShowing', { count: items, name })}
                className="inline-flex min-h-8 items-center text-small tabular-nums underline underline-offset-2 sm:min-w-16 sm:justify-end"
              >
                {t('itemCount', { count: items })}
              </Link>
            )}
          </div>
        )
      }
    >
      {actions && (
        <div className="flex">
          <IconButton
            icon={Pencil}
            label={t('editNamed', { name })}
            onClick={() => actions.edit(species)}
          />
          {own ? (
            <IconButton
              icon={listed ? Undo2 : Trash2}
              label={t(listed ? 'undoCorrection' : 'removeOneSpecies', { name })}
              onClick={() => actions.remove(species)}
              className={listed ? undefined : 'hover:text-danger'}
            />
          ) : (
            <span className="size-10 max-sm:hidden" />
          )}
        </div>
      )}
    </Row>
  );
});

/** Question before removing a species or undoing its changes. */
function takeBackWords(species: Species, t: TFunction): DeleteWords {
  const { listed, items } = species;
  const title = t(listed ? 'undoCorrection' : 'removeOneSpecies', { name: bothNames(species) });
  if (!listed && items > 0)
    return {
      title,
      text: t('speciesStays', { count: items }),
      way: (
        <Link to={itemsPath(species)} className={`${buttonClass()} mt-4`}>
          {t('showItems')}
        </Link>
      ),
    };
  if (!listed) return { title, text: t('removeSpeciesText'), confirm: t('remove') };
  const shown = items > 0 ? [t('undoCorrectionShown', { count: items })] : [];
  return { title, text: [t('undoCorrectionText'), ...shown].join(' '), confirm: t('undo') };
}

/** Estimated height of a row in pixels. */
const ROW_HEIGHT = 57;

const nameOf = ({ scientificName }: Species) => scientificName;
const found = (all: readonly Species[], typed: string, view: SpeciesView) =>
  viewSpecies(speciesIndex(all), view, typed);

export function SpeciesPage() {
  const { t } = useTranslation();
  return (
    <ListScreen
      of={allSpecies}
      intro="speciesText"
      empty={{ title: 'noneOfView' }}
      add={{ label: 'addOneSpecies' }}
      find={{
        label: 'searchSpecies',
        placeholder: 'searchEntriesHint',
        found,
        views: {
          label: 'speciesView',
          choices: [
            ['all', 'speciesView:all'],
            ['own', 'speciesView:own'],
            ['shown', 'speciesView:shown'],
          ],
        },
        count: (shown, total) =>
          shown < total
            ? t('speciesCountOf', { shown: String(shown), total: String(total) })
            : t('speciesCount', { count: total }),
        none: { title: 'speciesUnknown', hint: 'noSpeciesHint' },
      }}
      rows={(rows, actions) => (
        <RowList label={t('species')} rows={rows} keyOf={nameOf} rowHeight={ROW_HEIGHT}>
          {(species) => <SpeciesRow species={species} actions={actions} />}
        </RowList>
      )}
      deletion={{ words: (species) => takeBackWords(species, t), remove: useTakeBackSpecies() }}
      editor={(species, close, all) => (
        <SpeciesDialog species={species} all={all} onClose={close} />
      )}
    />
  );
}
