import { useTranslation } from 'react-i18next';
import type { analyticsOverview } from '../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Tile, TileLink, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useChangeText } from './parts/cells.tsx';
import { playsLink, useFilters } from './parts/filters.ts';

/** Each figure leads to the plays it counts. */
export function OverviewTiles({ data }: { data: Answer<typeof analyticsOverview> }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const changeText = useChangeText();
  const { filters } = useFilters();
  const { now, earlier, from, to, uptime } = data;
  const span = { ...filters, from, to };
  const fill = (of: typeof now) => (of.duration_ms === 0 ? null : of.sold_ms / of.duration_ms);
  const share = (value: number | null) => (value === null ? '–' : format.percent(value));
  return (
    <Tiles wraps>
      <TileLink
        href={playsLink(span)}
        figure={format.number(now.plays)}
        label={t('figures.plays')}
        note={changeText(now.plays, earlier.plays)}
        lane="[--lane:var(--lamp)]"
      />
      <TileLink
        href={playsLink(span)}
        figure={clockLength(now.duration_ms)}
        label={t('figures.time')}
        note={changeText(now.duration_ms, earlier.duration_ms)}
      />
      <TileLink
        href={playsLink(span)}
        figure={format.number(now.screens)}
        label={t('figures.screens')}
        note={changeText(now.screens, earlier.screens)}
      />
      <TileLink
        href={playsLink({ ...span, result: 'completed' })}
        figure={share(now.plays === 0 ? null : now.completed / now.plays)}
        label={t('figures.completed')}
        note={t('of', {
          ...{ count: now.plays, total: format.number(now.plays) },
          n: format.number(now.completed),
        })}
      />
      <Tile
        figure={share(fill(now))}
        label={t('figures.fill')}
        note={t('before', { figure: share(fill(earlier)) })}
      />
      <Tile
        figure={uptime.share === null ? '–' : format.finePercent(uptime.share)}
        label={t('figures.uptime')}
        note={t('dark', { length: format.duration(uptime.dark_ms) })}
        lane={uptime.dark_ms > 0 ? '[--lane:var(--warn)]' : ''}
      />
      <TileLink
        href={playsLink({ ...span, result: 'not_shown' })}
        figure={format.number(now.not_shown)}
        label={t('figures.notShown')}
        note={
          now.quarantined > 0
            ? t('quarantined', { n: format.number(now.quarantined) })
            : changeText(now.not_shown, earlier.not_shown)
        }
        lane="sm:col-span-2"
      />
    </Tiles>
  );
}
