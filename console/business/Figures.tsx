import { useTranslation } from 'react-i18next';
import type { businessSummary } from '../../shared/contract/sales/businessSummary.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { PATHS } from '../app/paths.ts';
import { useFormat } from '../kit/text/useFormat.ts';
import { Tile, TileLink, Tiles } from '../kit/ui/display/Tiles.tsx';

type Summary = Answer<typeof businessSummary>;

/** Each figure leads to what is behind it. */
export function Figures({ campaigns, month, contracts_to_sign }: Summary) {
  const { t } = useTranslation('businessDashboard');
  const format = useFormat();
  return (
    <Tiles>
      {campaigns && (
        <TileLink
          href={`${PATHS.campaigns}?status=live`}
          figure={format.number(campaigns.live)}
          label={t('campaigns.label')}
          note={t('campaigns.note', { scheduled: format.number(campaigns.scheduled) })}
          lane="[--lane:var(--ok)]"
        />
      )}
      {month && <Month month={month} />}
      <TileLink
        href={PATHS.businessContracts}
        figure={format.number(contracts_to_sign)}
        label={t('sign.label')}
        {...(contracts_to_sign === 0 && { note: t('sign.none') })}
        lane={contracts_to_sign > 0 ? '[--lane:var(--warn)]' : ''}
      />
    </Tiles>
  );
}

function Month({ month }: { month: NonNullable<Summary['month']> }) {
  const { t } = useTranslation('businessDashboard');
  const format = useFormat();
  const money = (minor: number) => format.money(minor, month.currency);
  const name = format.month(month.from);
  const notes = [
    month.budget_minor === null ? t('spent.none') : t('spent.budget', { budget: money(month.budget_minor) }),
    ...(month.forecast_minor === null
      ? []
      : [t('spent.forecast', { forecast: money(month.forecast_minor) })]),
  ];
  const isOver = month.budget_minor !== null && month.spent_minor >= month.budget_minor;
  return (
    <>
      <Tile
        figure={format.number(month.plays)}
        label={t('plays.label', { month: name })}
        note={t('plays.note')}
        lane="[--lane:var(--lamp)]"
      />
      <TileLink
        href={PATHS.budget}
        figure={money(month.spent_minor)}
        label={t('spent.label', { month: name })}
        note={notes.join(' · ')}
        lane={isOver ? '[--lane:var(--danger)]' : '[--lane:var(--ok)]'}
      />
    </>
  );
}
