import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useConditionText } from '../../kit/fields/inputs/conditions/useConditionText.ts';

/** What must hold in and around the car; all of it. */
export function ConditionsFact({ row }: { row: Campaign }) {
  const conditionText = useConditionText();
  const { conditions } = row.targeting;
  return conditions.length === 0 ? <EmptyCell /> : conditionText(conditions);
}
