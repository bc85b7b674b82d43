/** What was paid out, and the account it goes to. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ownerPayouts, payoutAccount } from '../../shared/contract/sales/payout.ts';
import { allows } from '../../shared/contract/wire/access.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { useCurrentUser } from '../app/session/useCurrentUser.ts';
import { lazyPanel } from '../kit/lazyPanel.ts';
import { StateMark } from '../kit/fields/StateMark.tsx';
import { useFormat, useNow } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { Notice } from '../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { PAYOUT_BADGES } from '../sales/earnings/states.ts';
import type { AccountFormProps } from './AccountForm.tsx';

const MOST = 100;
const AccountForm = lazyPanel<AccountFormProps>(() => import('./AccountForm.tsx'), []);

export function OwnPayouts() {
  const { role } = useCurrentUser();
  return (
    <>
      {allows(role, 'owner', 'W') && <Account />}
      <Payouts />
    </>
  );
}

function Payouts() {
  const text = useText('ownerEarnings');
  const format = useFormat();
  const { client } = useAuth();
  const answer = useQuery(read(client, ownerPayouts.list, { query: { limit: MOST } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={2} />;
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-16 font-semibold">{text('payouts.title')}</h2>
      {answer.data.items.length === 0 && <p className="text-ink-2">{text('payouts.none')}</p>}
      <ul className="border-y border-line bg-surface empty:border-0">
        {answer.data.items.map(one => (
          <li
            key={one.id}
            className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line px-5 py-2 not-last:border-b"
          >
            <span className="min-w-28 flex-1">{format.date(one.paid_at ?? one.created_at)}</span>
            <StateMark badge={PAYOUT_BADGES[one.state]} value={one.state} resource="ownerEarnings" />
            <span className="text-13 text-ink-2">{one.reference ?? one.reason ?? one.method}</span>
            <span className="min-w-24 text-right font-mono">
              {format.money(one.amount_minor, one.currency)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Account() {
  const text = useText('ownerEarnings');
  const format = useFormat();
  const now = useNow();
  const { client } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const answer = useQuery(read(client, payoutAccount, {}));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={1} />;
  const { masked, holder, usable_from } = answer.data;
  const isNew = usable_from !== null && Date.parse(usable_from) > now;
  return (
    <section className="mt-8 print:hidden">
      <h2 className="mb-2 text-16 font-semibold">{text('account.title')}</h2>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-y border-line bg-surface px-5 py-2">
        <span className="min-w-40 flex-1">
          {masked === null ? text('account.none') : `${holder ?? ''} ${masked}`}
        </span>
        <Button variant="outline" onClick={() => setOpen(true)}>
          {text(masked === null ? 'account.add' : 'account.change')}
        </Button>
      </div>
      {isNew && usable_from !== null && (
        <div className="pt-3">
          <Notice tone="info" title={text('account.waits', { day: format.date(usable_from) })} />
        </div>
      )}
      {isOpen && (
        <Suspense>
          <AccountForm account={answer.data} close={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
