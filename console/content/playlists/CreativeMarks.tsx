import type { Creative } from '../../../shared/contract/content/creative.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { QuarantineMark } from '../creatives/Quarantine.tsx';
import { CREATIVE_BADGES } from '../creatives/states.ts';
import { LicenceText } from '../media/LicenceCell.tsx';

/** Why screens would not be given it; nothing where they would. */
export function CreativeMarks({ creative }: { creative: Creative }) {
  const text = useText('creatives');
  const { state, quarantine, fails_check, asset } = creative;
  return (
    <span className="flex flex-wrap gap-x-3 text-12 empty:hidden">
      {quarantine && <QuarantineMark />}
      {state !== 'approved' && (
        <StateMark badge={CREATIVE_BADGES[state]} value={state} resource="creatives" />
      )}
      {fails_check && <Mark shape="rejected" tone="danger" label={text('values.failing')} />}
      <LicenceText until={asset.licence_until} />
    </span>
  );
}
