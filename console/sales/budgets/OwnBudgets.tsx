/** What is left of each budget, with the way to ask for more, for who may not change it. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ownBudgets } from '../../../shared/contract/sales/budgetRequest.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import type { AskProps } from './AskDialog.tsx';
import { BUDGET_BADGES } from './states.ts';

export const AskDialog = lazyPanel<AskProps>(
  async () => ({ default: (await import('../earnings/dialogs.ts')).AskDialog }),
  [],
);

export function OwnBudgets() {
  const text = useText('budgetRequests');
  const format = useFormat();
  const { client } = useAuth();
  const [asked, setAsked] = useState<AskProps['budget']>();
  const answer = useQuery(read(client, ownBudgets, {}));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={2} />;
  if (answer.data.items.length === 0) return null;
  return (
    <section className="mb-6" aria-label={text('own.title')}>
      <ul className="border-y border-line bg-surface">
        {answer.data.items.map(one => {
          const { id, name, amount_minor, spent_minor, currency } = one;
          const left = format.money(Math.max(0, amount_minor - spent_minor), currency);
          return (
            <li
              key={id}
              className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line px-5 py-2 not-last:border-b"
            >
              <span className="min-w-28 flex-1">{name}</span>
              <StateMark badge={BUDGET_BADGES[one.state]} value={one.state} resource="budgets" />
              <span>{text('own.left', { left, amount: format.money(amount_minor, currency) })}</span>
              <Button variant="outline" onClick={() => setAsked({ id, name, currency })}>
                {text('actions.new')}
              </Button>
            </li>
          );
        })}
      </ul>
      {asked && (
        <Suspense>
          <AskDialog budget={asked} close={() => setAsked(undefined)} />
        </Suspense>
      )}
    </section>
  );
}
