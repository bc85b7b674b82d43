/** How many plays stand on invoices, are disputed or credited, whatever status is chosen; each leads to them. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { PLAY_STATES, playTotals } from '../../../shared/contract/proof/play.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';

interface StateSumsProps {
  values: Record<string, string>;
  show: (change: { state: string }) => void;
}
export function StateSums({ values, show }: StateSumsProps) {
  const text = useText('plays');
  const format = useFormat();
  const { client } = useAuth();
  const { state: chosen = '', ...rest } = values;
  const id = useId();
  const { data } = useQuery(read(client, playTotals, { query: { ...rest, states: 'true' } }));
  const found = PLAY_STATES.flatMap(state => {
    const n = data?.states?.[state] ?? 0;
    return n > 0 ? [{ state, n }] : [];
  });
  if (found.length === 0) return null;
  return (
    <section aria-labelledby={id} className="pb-3">
      <h2 id={id} className="text-13 text-ink-2">
        {text('totals.states')}
      </h2>
      <div className="flex flex-wrap gap-2">
        {found.map(({ state, n }) => (
          <Button
            key={state}
            variant="quiet"
            aria-pressed={state === chosen}
            onClick={() => show({ state: state === chosen ? '' : state })}
          >
            {text('totals.inState', { state: text(`values.${state}`), n: format.number(n) })}
          </Button>
        ))}
      </div>
    </section>
  );
}
