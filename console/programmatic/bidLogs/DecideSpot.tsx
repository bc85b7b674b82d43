import { useState } from 'react';
import { decideSpot, type Bid, type SpotDecision } from '../../../shared/contract/programmatic/bid.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ConfirmDialog } from '../../kit/ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useText } from '../../kit/text/useText.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';

/** A play that is held waits for a person: it is billed to its partner, or to nobody. */
export function DecideSpot({ bid: { id, spot } }: { bid: Bid }) {
  const text = useText('auctions');
  const save = useSave();
  const toast = useToast();
  const mayDecide = useCanAccess()('settings', 'W');
  const [decision, setDecision] = useState<SpotDecision | null>(null);
  if (!mayDecide || spot?.state !== 'held' || spot.ended_at !== null) return null;
  const decide = async (as: SpotDecision) => {
    await save(client => client.call(decideSpot, { params: { id }, body: { decision: as } }));
    toast({ tone: 'ok', title: text(`decide.${as}.done`) });
    setDecision(null);
  };
  return (
    <div className="flex flex-wrap gap-2 pt-2">
      {(['bill', 'drop'] as const).map(one => (
        <Button key={one} variant="outline" onClick={() => setDecision(one)}>
          {text(`decide.${one}.act`)}
        </Button>
      ))}
      {decision !== null && (
        <ConfirmDialog
          title={text(`decide.${decision}.ask`)}
          text={text(`decide.${decision}.text`)}
          label={text(`decide.${decision}.act`)}
          run={() => decide(decision)}
          close={() => setDecision(null)}
        />
      )}
    </div>
  );
}
