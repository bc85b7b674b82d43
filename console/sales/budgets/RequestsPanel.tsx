/** Above the budgets of who decides on them: transfers that wait on this device, and requests for more. */
import { useQuery } from '@tanstack/react-query';
import { budgetRequests } from '../../../shared/contract/sales/budgetRequest.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { ActionMenu, useActions } from '../../kit/screens/record/useActions.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import resource from './budgetRequests.resource.tsx';

const MOST = 100;
const Unsent = lazyPanel<object>(
  async () => ({ default: (await import('../earnings/dialogs.ts')).UnsentTransfers }),
  ['unsentMoney'],
);

export function RequestsPanel() {
  const { role } = useCurrentUser();
  if (!allows(role, 'budget', 'W')) return null;
  return (
    <>
      <LazyPart>
        <Unsent />
      </LazyPart>
      <Waiting />
    </>
  );
}

function Waiting() {
  const text = useText('budgetRequests');
  const format = useFormat();
  const { client } = useAuth();
  const { itemsOf, dialog } = useActions(resource);
  const query = { status: ['requested' as const], limit: MOST };
  const answer = useQuery(read(client, budgetRequests.list, { query }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data || answer.data.items.length === 0) return dialog;
  return (
    <section className="mb-6" aria-label={text('waiting')}>
      <h2 className="mb-2 text-16 font-semibold">{text('waiting')}</h2>
      <ul className="border-y border-line bg-surface">
        {answer.data.items.map(one => (
          <li
            key={one.id}
            className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line px-5 py-2 not-last:border-b"
          >
            <span className="font-mono">{format.money(one.amount_minor, one.currency)}</span>
            <span className="min-w-40 flex-1">{one.reason}</span>
            <span className="text-13 text-ink-2">
              {[one.asker, one.budget_name].filter(Boolean).join(' | ')}
            </span>
            <ActionMenu items={itemsOf(one)} label={one.asker ?? one.reason} />
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  );
}
