import { hasChange, type Campaign } from '../../../shared/contract/sales/campaign.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { Progress } from '../../kit/ui/display/Progress.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { CAMPAIGN_BADGES, HEALTH_BADGES } from './states.ts';

/** Beside the state whether an edit waits, as screens play on without it. */
export function CampaignStateCell({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      <StateMark badge={CAMPAIGN_BADGES[row.state]} value={row.state} resource="campaigns" />
      {hasChange(row) && (
        <Mark
          {...CAMPAIGN_BADGES[row.change_reason === null ? 'submitted' : 'rejected']}
          label={text(row.change_reason === null ? 'hasChange' : 'changeRejected')}
        />
      )}
    </span>
  );
}

export function HealthCell({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const format = useFormat();
  if (row.health === 'none' || row.expected === null) return <EmptyCell />;
  return (
    <span title={text('kpi.expected', { n: format.number(row.expected) })}>
      <Mark {...HEALTH_BADGES[row.health]} label={text(`values.${row.health}`)} />
    </span>
  );
}

/** How much of the budget is spent; a campaign without one has only what it cost. */
export function BudgetCell({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const format = useFormat();
  const spent = format.money(row.spent_minor, row.currency);
  if (row.budget_minor === null) return <span className="font-mono">{spent}</span>;
  const budget = format.money(row.budget_minor, row.currency);
  return (
    <span className="block w-32">
      <span className="block text-right font-mono text-13">{spent}</span>
      <Progress
        label={text('spentOf', { spent, budget })}
        share={Math.min(1, row.spent_minor / row.budget_minor)}
      />
    </span>
  );
}

export function FlightCell({ row }: { row: Campaign }) {
  const format = useFormat(row.tz);
  return (
    <>
      {format.date(row.starts_at)} – {format.date(row.ends_at)}
    </>
  );
}
