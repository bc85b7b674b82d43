import { useMemo } from 'react';
import { hasChange, type Campaign } from '../../../../shared/contract/sales/campaign.ts';
import { LazyPart } from '../../../kit/LazyPart.tsx';
import { lazyWithRetry } from '../../../kit/lazyPage.ts';
import { useCanAccess } from '../../../kit/useSave.ts';
import { useText } from '../../../kit/text/useText.ts';
import { DiffView } from '../../../kit/ui/display/DiffView.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { Skeleton } from '../../../kit/ui/display/placeholders.tsx';
import { formValuesOf, valuesOf } from '../values.ts';
import { PlanList } from './PlanList.tsx';
import { usePlanTexts, type FlatPlan } from './usePlanTexts.ts';

const ForecastPanel = lazyWithRetry(async () => ({
  default: (await import('../ForecastPanel.tsx')).ForecastPanel,
}));

const flat = (row: Campaign) => valuesOf(row) as unknown as FlatPlan;

/** What is decided about: the plan as screens play it, and what an edit would change of it. */
export function PlanPanel({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const canAccess = useCanAccess();
  /** Whoever decides sees first what it could bring, and whose share it would take. */
  const isToDecide = (row.state === 'submitted' || hasChange(row)) && canAccess('campaigns', 'W');
  const forecastValues = useMemo(() => formValuesOf(row), [row]);
  return (
    <>
      {row.is_own && canAccess('campaigns', 'A') && (
        <div className="mb-3">
          <Notice tone="info">{text('own')}</Notice>
        </div>
      )}
      {hasChange(row) && <WaitingChange row={row} />}
      {isToDecide && (
        <div className="mb-6">
          <LazyPart fallback={<Skeleton rows={3} />}>
            <ForecastPanel values={forecastValues} />
          </LazyPart>
        </div>
      )}
      <h2 className="mb-3 text-16">{text('plan.title')}</h2>
      <PlanList plan={flat({ ...row, change: null })} />
    </>
  );
}

function WaitingChange({ row }: { row: Campaign }) {
  const text = useText('campaigns');
  const before = usePlanTexts(flat({ ...row, change: null }));
  const after = usePlanTexts(flat(row));
  const [old, edited] = [flat({ ...row, change: null }), flat(row)];
  /** By what they are: two areas, or two lists cut short, may read the same. */
  const isSame = (name: keyof FlatPlan) => JSON.stringify(old[name]) === JSON.stringify(edited[name]);
  const changes = before.flatMap(({ name, with: second = name, text: was }, i) => {
    const now = after[i]?.text ?? null;
    if (isSame(name) && isSame(second)) return [];
    const isAlike = was === now;
    return [
      {
        label: text(`fields.${name}`),
        before: was,
        after: isAlike ? [now, text('plan.otherwise')].filter(Boolean).join(' ') : now,
      },
    ];
  });
  return (
    <div className="mb-6">
      <div className="mb-3">
        {row.change_reason === null ? (
          <Notice tone="info" title={text('hasChange')} />
        ) : (
          <Notice tone="warn" title={text('changeRejected')}>
            {row.change_reason}
          </Notice>
        )}
      </div>
      <DiffView caption={text('plan.changes')} changes={changes} />
    </div>
  );
}
