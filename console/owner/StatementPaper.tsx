/** An owner's statement of one month on paper: each screen, what was adjusted and why, and what was paid out to which account. */
import { useQuery } from '@tanstack/react-query';
import {
  ownerEarnings,
  type Earning,
  type EarningDetail,
  type EarningMonth,
} from '../../shared/contract/sales/earning.ts';
import { ownerPayouts } from '../../shared/contract/sales/payout.ts';
import type { Client } from '../../shared/net/client.ts';
import { useAuth, useSignedIn } from '../app/session/auth.tsx';
import { PaperTable } from '../kit/print/PaperTable.tsx';
import { useDrawn, type PaperProps } from '../kit/print/PrintButton.tsx';
import { useFormat } from '../kit/text/useFormat.ts';
import { useText } from '../kit/text/useText.ts';
import { useMonthName } from '../sales/earnings/useMonthName.ts';

const PAGE = 100;

async function readMonth(client: Client, { period, currency }: EarningMonth) {
  const all: Earning[] = [];
  for (;;) {
    const query = { period, sort: 'device_name', limit: PAGE, offset: all.length };
    const { items, total } = await client.call(ownerEarnings.list, { query });
    all.push(...items);
    if (items.length === 0 || all.length >= total) break;
  }
  const rows = all.filter(row => row.currency === currency);
  const adjusted = rows.filter(row => row.adjustment_minor !== 0);
  const details: EarningDetail[] = [];
  for (const { id } of adjusted) details.push(await client.call(ownerEarnings.read, { params: { id } }));
  const { items } = await client.call(ownerPayouts.list, { query: { limit: PAGE } });
  const payouts = items.filter(({ id }) => rows.some(({ payout_id }) => payout_id === id));
  return { rows, details, payouts };
}

export function StatementPaper({ month, ...paper }: PaperProps & { month: EarningMonth }) {
  const text = useText('ownerEarnings');
  const format = useFormat();
  const monthName = useMonthName();
  const { client } = useAuth();
  const { user, tenants } = useSignedIn();
  const payer = tenants.find(({ id }) => id === user.tenant_id)?.name;
  const { data, error } = useQuery({
    queryKey: ['owner-statement', month.period, month.currency],
    gcTime: 0,
    queryFn: () => readMonth(client, month),
  });
  useDrawn(paper, data !== undefined, error);
  if (!data) return null;
  const money = (minor: number) => format.money(minor, month.currency);
  const figures = (
    row: Pick<Earning, 'plays' | 'gross_minor' | 'fee_minor' | 'adjustment_minor' | 'net_minor'>,
  ) => [
    format.number(row.plays),
    money(row.gross_minor),
    money(0 - row.fee_minor),
    money(row.adjustment_minor),
    money(row.net_minor),
  ];
  const adjustments = data.details.flatMap(({ device_name, adjustments: made }) =>
    made.map(one => [
      device_name,
      one.late_period === null ? one.reason : text('statement.late', { month: monthName(one.late_period) }),
      money(one.amount_minor),
    ]),
  );
  return (
    <article className="flex flex-col gap-6">
      <h1 className="text-20">{text('statement.title', { month: monthName(month.period) })}</h1>
      {!month.is_final && <p className="font-semibold">{text('statement.notFinal')}</p>}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-2">{text('statement.for')}</dt>
        <dd>{[user.first_name, user.last_name, user.email].filter(Boolean).join(' ')}</dd>
        <dt className="text-ink-2">{text('statement.fleet')}</dt>
        <dd>{payer}</dd>
      </dl>
      <PaperTable
        heads={[
          ...[text('fields.device_name'), text('fields.online_ms'), text('fields.plays')],
          ...[text('fields.gross_minor'), text('fields.fee_minor'), text('fields.adjustment_minor')],
          text('fields.net_minor'),
        ]}
        rows={data.rows.map(row => [row.device_name, format.duration(row.online_ms), ...figures(row)])}
        foot={[text('statement.sum'), format.duration(month.online_ms), ...figures(month)]}
      />
      {adjustments.length > 0 && (
        <section>
          <h2 className="mb-2 text-16">{text('statement.adjustments')}</h2>
          <PaperTable
            heads={[text('fields.device_name'), text('statement.reason'), text('statement.amount')]}
            texts={2}
            rows={adjustments}
          />
        </section>
      )}
      <section>
        <h2 className="mb-2 text-16">{text('statement.payouts')}</h2>
        {data.payouts.length === 0 ? (
          <p>{text('statement.noPayout')}</p>
        ) : (
          <PaperTable
            heads={[
              ...[text('statement.date'), text('fields.state'), text('statement.account')],
              ...[text('statement.reference'), text('statement.amount')],
            ]}
            texts={4}
            rows={data.payouts.map(one => [
              format.date(one.paid_at ?? one.created_at),
              text(`values.${one.state}`),
              one.method,
              one.reference ?? '',
              format.money(one.amount_minor, one.currency),
            ])}
          />
        )}
      </section>
    </article>
  );
}
