import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { analyticsOverview } from '../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { FigureLink } from './parts/cells.tsx';
import { playsLink, useFilters } from './parts/filters.ts';

type Overview = Answer<typeof analyticsOverview>;

/** Screens that are in no figure of uptime, because they played nothing. */
function WithoutPicture({ total, screens }: NonNullable<Overview['uptime']['without_picture']>) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  if (total === 0) return null;
  const left = total - screens.length;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3">
      <span>{t('uptime.withoutPicture', { count: total, shown: format.number(total) })}</span>
      {screens.map(({ id, name }) => (
        <FigureLink key={id} href={`${PATHS.devices}?id=${id}`}>
          {name}
        </FigureLink>
      ))}
      {left > 0 && (
        <span className="text-ink-2">{t('uptime.withoutPictureMore', { shown: format.number(left) })}</span>
      )}
    </p>
  );
}

/** How long screens were on without a picture, and which of them were dark for longest. */
export function Uptime({ data: { uptime, from, to } }: { data: Overview }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { filters } = useFilters();
  const share = (value: number | null) => (value === null ? '–' : format.finePercent(value));
  return (
    <section>
      <h2 className="text-16">{t('uptime.title')}</h2>
      <p className="mb-2 max-w-[80ch] text-13 text-ink-2">{t('uptime.text')}</p>
      <dl className="mb-3 flex flex-wrap gap-x-8 gap-y-1">
        {(
          [
            ['share', share(uptime.share)],
            ['before', share(uptime.before_share)],
            ['on', format.duration(uptime.on_ms)],
            ['dark', format.duration(uptime.dark_ms)],
          ] as const
        ).map(([key, value]) => (
          <div key={key} className="flex gap-2">
            <dt className="text-ink-2">{t(`uptime.${key}`)}</dt>
            <dd className="font-mono">{value}</dd>
          </div>
        ))}
      </dl>
      {uptime.without_picture && <WithoutPicture {...uptime.without_picture} />}
      {uptime.screens.length > 0 && (
        <table className="w-full max-w-[640px] border-collapse border-t-2 border-ink bg-surface">
          <caption className="sr-only">{t('uptime.screens')}</caption>
          <thead>
            <tr className="border-b border-line text-12 text-ink-2">
              <th scope="col" className="px-3 py-2 text-left font-semibold">
                {t('by.device')}
              </th>
              <th scope="col" className="px-3 py-2 text-right font-semibold">
                {t('uptime.dark')}
              </th>
              <th scope="col" className="px-3 py-2 text-right font-semibold">
                {t('uptime.on')}
              </th>
            </tr>
          </thead>
          <tbody>
            {uptime.screens.map(({ id, name, on_ms, dark_ms }) => (
              <tr key={id} className="border-b border-line">
                <th scope="row" className="h-[42px] px-3 text-left font-semibold">
                  <Link href={`${PATHS.devices}?id=${id}`} className="underline">
                    {name}
                  </Link>
                </th>
                <td className="px-3 text-right font-mono">{format.duration(dark_ms)}</td>
                <td className="px-3 text-right font-mono">
                  <FigureLink href={playsLink({ ...filters, from, to, device_id: id })}>
                    {format.duration(on_ms)}
                  </FigureLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
