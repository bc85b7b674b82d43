/** A contract on paper: the same for all who may read it, by the clocks of no one of them. */
import { systemClock } from '../../../shared/clock.ts';
import type { ContractDetail } from '../../../shared/contract/sales/contract.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PaperFacts } from '../billing/Parties.tsx';
import { ContractText } from './ContractText.tsx';
import { contractLabel, stateOn } from './states.ts';

/** The zone of each time on it, which is named there. */
export const PAPER_ZONE = 'UTC';

interface ContractPaperProps {
  contract: ContractDetail;
  /** Whose texts the page has; both call each part alike. */
  texts: 'contracts' | 'ownContracts';
}
export function ContractPaper({ contract, texts }: ContractPaperProps) {
  const text = useText(texts);
  const format = useFormat(PAPER_ZONE);
  const { value_minor, currency, starts, ends, renew, reason } = contract;
  const at = (instant: string | null) => instant && format.exact(instant);
  const facts = {
    state: text(`values.${stateOn(contract, format.dayAt(systemClock.now()))}`),
    value_minor: value_minor === null ? null : format.money(value_minor, currency),
    starts: format.day(starts),
    ends: ends && format.day(ends),
    renew: text(`values.${renew}`),
    reason,
    sent_at: at(contract.sent_at),
    signed_at: at(contract.signed_at),
  };
  return (
    <article>
      <header className="mb-6 border-b border-line pb-4">
        <h2 className="mb-3 text-20">{contractLabel(contract)}</h2>
        <PaperFacts
          facts={Object.entries(facts).map(([field, value]) => ({ name: text(`fields.${field}`), value }))}
        />
      </header>
      <ContractText contract={contract} zone={PAPER_ZONE} />
    </article>
  );
}
