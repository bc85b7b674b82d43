import { useText } from '../../../kit/text/useText.ts';
import { usePlanTexts, type FlatPlan } from './usePlanTexts.ts';

/** All that is set of a plan. */
export function PlanList({ plan }: { plan: FlatPlan }) {
  const text = useText('campaigns');
  const set = usePlanTexts(plan).filter(one => one.text !== null);
  return (
    <dl className="border-t-2 border-ink">
      {set.map(one => (
        <div key={one.name} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[14rem_1fr]">
          <dt className="text-ink-2">{text(`fields.${one.name}`)}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{one.text}</dd>
        </div>
      ))}
    </dl>
  );
}
