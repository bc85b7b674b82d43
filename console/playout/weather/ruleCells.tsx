import type { WeatherRule } from '../../../shared/contract/playout/rules/weatherRule.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

interface CellProps {
  row: WeatherRule;
}

/** "Hot, from 28 °C" */
export function ConditionCell({ row: { condition, threshold } }: CellProps) {
  const text = useText('weatherRules');
  const format = useFormat();
  return (
    <>
      {threshold === null
        ? text(`values.${condition}`)
        : text(`thresholds.${condition}`, { threshold: format.number(threshold) })}
    </>
  );
}

/** "Weight × 2" */
export function ActionCell({ row: { action, boost } }: CellProps) {
  const text = useText('weatherRules');
  const format = useFormat();
  return <>{boost === null ? text(`values.${action}`) : text('boosted', { boost: format.number(boost) })}</>;
}

/** The sources it applies to, and of how many campaigns. */
export function ScopeCell({ row: { sources, campaign_ids } }: CellProps) {
  const text = useText('weatherRules');
  const format = useFormat();
  const campaigns = campaign_ids.length;
  return (
    <>
      {[
        ...sources.map(source => text(`values.${source}`)),
        ...(campaigns > 0 ? [text('campaigns', { count: campaigns, n: format.number(campaigns) })] : []),
      ].join(', ')}
    </>
  );
}
