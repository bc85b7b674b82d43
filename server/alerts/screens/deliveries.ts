/** How far an alert has come on each screen that holds it. */
import { and, eq, ne } from 'drizzle-orm';
import type { alertDeliveries, AlertDelivery } from '../../../shared/contract/alerts/alertCalls.ts';
import { ACK_STATES, type AckState } from '../../../shared/contract/alerts/alertAcks.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { placesFor } from '../../../shared/alerts/target.ts';
import { requireFound } from '../../db/rows.ts';
import { alertAcks, alertPulls, alerts, devices } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { codeTable } from '../alerts/listing.ts';
import type { AlertRow } from '../alerts/state.ts';

const MAX_NAMED = 1_000;
type Ack = typeof alertAcks.$inferSelect;

/** What came last in the order of a delivery counts, whatever order it came in. */
const furthest = (acks: readonly Ack[]) =>
  acks.reduce<Ack | null>(
    (most, ack) =>
      most === null || ACK_STATES.indexOf(ack.state) > ACK_STATES.indexOf(most.state) ? ack : most,
    null,
  );

export async function deliveriesOf(
  ctx: TransactionContext,
  row: AlertRow,
): Promise<Answer<typeof alertDeliveries>> {
  const { tx, tenant_id } = ctx;
  if (row.set_version === null) return { items: [], counts: {} };
  const codes = resolve(row.target.geocodes, await codeTable(ctx));
  const screens = await tx
    .select({
      ...{ id: devices.id, name: devices.name, tags: devices.tags },
      sent_at: alertPulls.at,
    })
    .from(devices)
    .leftJoin(
      alertPulls,
      and(
        ...[eq(alertPulls.device_id, devices.id), eq(alertPulls.tenant_id, tenant_id)],
        eq(alertPulls.alert_id, row.id),
      ),
    )
    .where(and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired')))
    .orderBy(devices.name, devices.id);
  const acks = await tx
    .select()
    .from(alertAcks)
    .where(and(eq(alertAcks.tenant_id, tenant_id), eq(alertAcks.alert_id, row.id)));
  const byScreen = new Map<string, Ack[]>();
  for (const ack of acks) byScreen.set(ack.device_id, [...(byScreen.get(ack.device_id) ?? []), ack]);
  const items = screens.flatMap(({ id, name, tags, sent_at }): AlertDelivery[] => {
    const own = byScreen.get(id) ?? [];
    if (own.length === 0 && sent_at === null && placesFor({ ...row, codes }, { id, tags }) === null)
      return [];
    const last = furthest(own);
    const at = (state: AckState) => own.find(ack => ack.state === state)?.at.toISOString() ?? null;
    return [
      {
        ...{ device_id: id, device_name: name, alert_version: row.alert_version },
        state: last?.state ?? (sent_at === null ? 'pending' : 'sent'),
        sent_at: sent_at?.toISOString() ?? null,
        ...{ received_at: at('received'), shown_at: at('shown') },
        ...{ acknowledged_at: at('acknowledged'), cleared_at: at('cleared') },
        seen_s: own.find(ack => ack.seen_s !== null)?.seen_s ?? null,
        ...{ clock_quality: last?.clock_quality ?? null, detail: last?.detail ?? null },
      },
    ];
  });
  const counts: Answer<typeof alertDeliveries>['counts'] = {};
  for (const { state } of items) counts[state] = (counts[state] ?? 0) + 1;
  const rank = ({ state }: AlertDelivery) => (state === 'pending' ? 2 : state === 'sent' ? 1 : 0);
  return { items: items.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_NAMED), counts };
}

export async function alertRow({ tx, tenant_id }: TransactionContext, id: string): Promise<AlertRow> {
  const [row] = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.tenant_id, tenant_id), eq(alerts.id, id)));
  return requireFound(row, 'alert');
}
