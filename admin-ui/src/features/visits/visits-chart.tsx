import type { Visits } from '@veldlicht/contract/visits';
import { useTranslation } from 'react-i18next';
import { dayText } from '#lib/time-text.ts';
import { figureText } from './visits-query.ts';

const STEP = 10;
const HEIGHT = 100;
/** A day with few views beside one with many can still be seen. */
const LEAST = 2;

/** Bars of the views per day, and the same as a table. */
export function VisitsChart({ days }: { days: Visits['days'] }) {
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
      <p className="mb-2 text-[0.8125rem] text-muted tabular-nums">
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
        className="mt-1 flex justify-between text-[0.8125rem] text-muted tabular-nums"
      >
        <span>{span.from}</span>
        <span>{span.to}</span>
      </p>
      <details className="mt-3">
        <summary className="cursor-pointer text-muted">{t('visitsAsTable')}</summary>
        <table className="mt-2 w-full max-w-sm text-left tabular-nums">
          <thead>
            <tr className="text-[0.8125rem] text-muted">
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
      </details>
    </figure>
  );
}
