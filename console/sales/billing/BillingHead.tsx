/** Invoices and plans, and above the invoices what is left to be paid, by its age. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { AGES, invoiceAgeing, type AgeingRow } from '../../../shared/contract/sales/billing/invoice.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { TileLink, Tiles } from '../../kit/ui/display/Tiles.tsx';

const LANES = {
  ...{ current: '', d30: '[--lane:var(--warn)]', d60: '[--lane:var(--warn)]' },
  ...{ d90: '[--lane:var(--danger)]', older: '[--lane:var(--danger)]' },
} as const;

export function BillingHead() {
  const text = useText('invoices');
  const [path] = useLocation();
  return (
    <>
      <PageTabs
        label={text('tabs.label')}
        tabs={[
          { href: PATHS.billing, label: text('tabs.invoices') },
          { href: PATHS.plans, label: text('tabs.plans') },
        ]}
      />
      {path === PATHS.billing && <Ageing />}
    </>
  );
}

function Ageing() {
  const { client } = useAuth();
  const answer = useQuery(read(client, invoiceAgeing, {}));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  return answer.data?.rows.map(row => <Currency key={row.currency} row={row} />);
}

function Currency({ row }: { row: AgeingRow }) {
  const text = useText('invoices');
  const format = useFormat();
  return (
    <section aria-label={text('ageing.label', { currency: row.currency })}>
      <Tiles>
        {AGES.map(age => (
          <TileLink
            key={age}
            href={`${PATHS.billing}?status=${age === 'current' ? 'open' : 'overdue'}&currency=${row.currency}`}
            figure={format.money(row[age], row.currency)}
            label={text(`ageing.${age}`)}
            lane={row[age] === 0 ? '' : LANES[age]}
          />
        ))}
      </Tiles>
    </section>
  );
}
