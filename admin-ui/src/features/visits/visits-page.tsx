import { useQuery } from '@tanstack/react-query';
import type { VisitedPage, Visits } from '@veldlicht/contract/visits';
import { ChartNoAxesColumn, ServerOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, linkClass } from '#components/ui/button.tsx';
import { Card, Fold } from '#components/ui/card.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { Loading } from '#components/ui/loading.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { EmptyState, Loaded } from '#components/ui/page-state.tsx';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from '#lib/api.ts';
import { pageContent } from '#lib/page-content.ts';
import { useMayEnter } from '#lib/permissions.ts';
import { dayText } from '#lib/time-text.ts';
import { useChange } from '#lib/use-change.ts';
import { figureText, totalOf, visitsQuery } from './visits-query.ts';

/** Units of the chart's view box: width of a day, height of the chart, minimum height of a bar. */
const STEP = 10;
const HEIGHT = 100;
const LEAST = 2;

function VisitsChart({ days }: { days: Visits['days'] }) {
  const { t } = useTranslation();
  const most = days.reduce((best, one) => (one.views > best.views ? one : best), {
    day: '',
    views: 0,
  });
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const span = { from: dayText(first), to: dayText(last) };
  const heightOf = (views: number) =>
    views === 0 ? 0 : Math.max(LEAST, (views / most.views) * HEIGHT);
  return (
    <figure className="w-full">
      <p className="mb-2 text-small text-muted tabular-nums">
        {t('visitsMost', { n: figureText(most.views) })}
      </p>
      <svg
        role="img"
        aria-label={t('visitsChart', {
          ...span,
          day: dayText(most.day),
          n: figureText(most.views),
        })}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-b border-hairline text-moss"
      >
        {days.map(({ day, views }, index) => (
          <rect
            key={day}
            x={index * STEP + 1}
            y={HEIGHT - heightOf(views)}
            width={STEP - 2}
            height={heightOf(views)}
            fill="currentColor"
          >
            <title>{`${dayText(day)}: ${figureText(views)}`}</title>
          </rect>
        ))}
      </svg>
      <p
        aria-hidden="true"
        className="mt-1 flex justify-between text-small text-muted tabular-nums"
      >
        <span>{span.from}</span>
        <span>{span.to}</span>
      </p>
      <Fold summary={t('visitsAsTable')} className="mt-3">
        <table className="mt-2 w-full max-w-sm text-left tabular-nums">
          <thead>
            <tr className="text-small text-muted">
              <th scope="col" className="py-1 font-medium">
                {t('visitsDay')}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {t('visitsViews')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, views }) => (
              <tr key={day} className="border-t border-hairline">
                <th scope="row" className="py-1 font-normal">
                  {dayText(day)}
                </th>
                <td className="py-1 text-right">{figureText(views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </figure>
  );
}

const pageWords: Record<string, PlainTextKey> = {
  '/': 'homePage',
  '/mediabibliotheek': 'visitsLibrary',
  '/kaart': 'visitsMap',
  '/over': 'aboutPage',
  '/licentie': 'licence',
  '/soorten': 'species',
  '/reeksen': 'series',
  '/veldnotities': 'fieldNotes',
};

const kindWords = {
  search: 'visitsFromSearch',
  social: 'visitsFromSocial',
  site: 'visitsFromSite',
} as const;

interface Row {
  key: string;
  label: ReactNode;
  note?: string;
  views: number;
  picture?: string | null;
}

/** Ranked names, each on a bar relative to the most viewed. */
function CountList({ title, rows, none }: { title: string; rows: Row[]; none?: string }) {
  const most = Math.max(...rows.map(({ views }) => views), 1);
  if (rows.length === 0 && none === undefined) return null;
  return (
    <Card flush title={title}>
      {rows.length === 0 && <p className="px-4 pb-4 text-muted md:px-6">{none}</p>}
      <ol>
        {rows.map(({ key, label, note, views, picture }) => (
          <li
            key={key}
            className="relative flex min-h-11 items-center gap-3 border-t border-hairline px-4 py-2 md:px-6"
          >
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-0 bg-moss-wash/70"
              style={{ width: `${(views / most) * 100}%` }}
            />
            {picture !== undefined && (
              <span className="relative size-10 shrink-0 overflow-hidden rounded-sm bg-hairline">
                {picture && <img src={picture} alt="" className="size-full object-cover" />}
              </span>
            )}
            <span className="relative min-w-0 flex-1 wrap-anywhere">
              {label}
              {note && <span className="block text-small text-muted">{note}</span>}
            </span>
            <span className="relative font-medium tabular-nums">{figureText(views)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function PageLink({ path, children }: { path: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <a href={path} target="_blank" rel="noopener" className="underline-offset-4 hover:underline">
      {children}
      <span className="sr-only">{t('opensInNewTab')}</span>
    </a>
  );
}

function useRows() {
  const { t } = useTranslation();
  const named = (one: VisitedPage & { picture?: string | null }): Row => ({
    key: one.path,
    views: one.views,
    ...(one.picture !== undefined && { picture: one.picture }),
    ...(one.title === null
      ? { label: one.path.split('/').at(-1), note: t('visitsGone') }
      : { label: <PageLink path={one.path}>{one.title}</PageLink> }),
  });
  const other = (one: VisitedPage): Row => {
    const key = pageWords[one.path];
    const title = one.title && t('visitsCategory', { name: one.title });
    return named({ ...one, title: key ? t(key) : title });
  };
  const source = ({ host, kind, views }: Visits['sources'][number]): Row => ({
    key: host,
    label: host,
    note: t(kindWords[kind]),
    views,
  });
  return { named, other, source };
}

function Lists({ data }: { data: Visits }) {
  const { t } = useTranslation();
  const { named, other, source } = useRows();
  const direct = { key: '', label: t('visitsDirect'), views: data.direct };
  const sources = [...data.sources.map(source), ...(data.direct > 0 ? [direct] : [])];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <CountList
          title={t('visitsPhotos')}
          rows={data.photos.map(named)}
          none={t('visitsPhotosNone')}
        />
        <CountList title={t('series')} rows={data.series.map(named)} />
        <CountList title={t('fieldNotes')} rows={data.notes.map(named)} />
      </div>
      <div className="flex flex-col gap-6">
        <CountList title={t('visitsSources')} rows={sources} none={t('visitsSourcesNone')} />
        <CountList title={t('species')} rows={data.species.map(named)} />
        <CountList title={t('visitsOthers')} rows={data.pages.map(other)} />
      </div>
    </div>
  );
}

/** Deletes all counts, for admins. */
function Wipe() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const wipe = useChange({
    call: () => callApi('DELETE', '/api/admin/visits'),
    done: 'visitsWiped',
    failed: 'failedToWipeVisits',
    refresh: (client) => client.invalidateQueries(visitsQuery),
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {t('visitsWipe')}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t('visitsWipeTitle')}
        text={t('visitsWipeText')}
        confirm={t('visitsWipe')}
        pending={wipe.isPending}
        focusAfter={() => (wipe.isSuccess ? pageContent() : null)}
        onConfirm={() => wipe.mutate()}
        onCancel={() => !wipe.isPending && setAsking(false)}
      />
    </>
  );
}

function Figures({ data }: { data: Visits }) {
  const { t } = useTranslation();
  const isAdmin = useMayEnter('websiteSettings');
  const count = totalOf(data);
  if (data.state === 'elsewhere')
    return (
      <EmptyState
        icon={<ServerOff className="size-7" />}
        title={t('visitsElsewhere')}
        text={t('visitsElsewhereText')}
      />
    );
  return (
    <>
      {data.state === 'off' && (
        <Notice tone="amber">
          {t('visitsOff')}{' '}
          {isAdmin && (
            <Link
              to="/website-settings#analytics"
              className="font-medium underline underline-offset-4"
            >
              {t('visitsTurnOn')}
            </Link>
          )}
        </Notice>
      )}
      {!data.isCurrent && (
        <Notice role="alert" tone="amber">
          {t('visitsNotCurrent')}
        </Notice>
      )}
      {count === 0 && data.state === 'on' && (
        <EmptyState
          icon={<ChartNoAxesColumn className="size-7" />}
          title={t('visitsEmpty')}
          text={t('visitsEmptyText')}
        />
      )}
      {count > 0 && (
        <>
          <Card
            title={t('visitsTotal', {
              count,
              n: figureText(count),
              days: String(data.days.length),
            })}
          >
            <VisitsChart days={data.days} />
          </Card>
          <Lists data={data} />
        </>
      )}
      {isAdmin && (
        <div className="flex flex-wrap items-center gap-4">
          <Wipe />
          {data.state === 'on' && (
            <Link to="/website-settings#analytics" className={linkClass}>
              {t('visitsTurnOff')}
            </Link>
          )}
        </div>
      )}
    </>
  );
}

/** Page views of the last thirty days. */
export function VisitsPage() {
  const { t } = useTranslation();
  const visits = useQuery(visitsQuery);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6">
      <div className="flex max-w-prose flex-col gap-2 text-muted">
        <p>{t('visitsIntro')}</p>
        <Fold summary={t('visitsCountedAsk')}>
          <p className="mt-1">{t('visitsCounted')}</p>
        </Fold>
      </div>
      <Loaded of={visits} pending={<Loading />}>
        {(data) => <Figures data={data} />}
      </Loaded>
    </div>
  );
}
