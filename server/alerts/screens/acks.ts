/** What screens did with their alerts. Each record is stored once, however often it is sent. */
import { and, eq, inArray } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { AlertAck, sendAlertAcks } from '../../../shared/contract/alerts/alertAcks.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { alertAcks, alertPulls, alerts } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const keyOf = (of: Pick<AlertAck, 'alert_id' | 'alert_version' | 'state'>) =>
  `${of.alert_id} ${of.alert_version} ${of.state}`;

export async function takeAcks(
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
  records: readonly AlertAck[],
): Promise<Answer<typeof sendAlertAcks>> {
  const ids = [...new Set(records.map(record => record.alert_id))];
  /** Only what this screen was given counts. */
  const held = await tx
    .select({ id: alerts.id, version: alerts.alert_version })
    .from(alertPulls)
    .innerJoin(alerts, eq(alerts.id, alertPulls.alert_id))
    .where(
      and(
        ...[eq(alertPulls.tenant_id, tenant_id), eq(alertPulls.device_id, device_id)],
        inArray(alertPulls.alert_id, ids),
      ),
    );
  const known = new Map(held.map(({ id, version }) => [id, version]));
  const isKnown = ({ alert_id, alert_version }: AlertAck) => known.get(alert_id) === alert_version;
  const unique = new Map(records.filter(isKnown).map(record => [keyOf(record), record]));
  const taken =
    unique.size === 0
      ? []
      : await tx
          .insert(alertAcks)
          .values(
            /** In one order, so that two calls of one screen do not wait for each other. */
            [...unique.values()]
              .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
              .map(record => ({
                ...{ tenant_id, device_id, alert_id: record.alert_id, alert_version: record.alert_version },
                ...{ state: record.state, at: dateOf(Date.parse(record.at)), taken_at: dateOf(now) },
                seen_s: record.seen_s ?? null,
                clock_quality: record.clock_quality ?? null,
                detail: record.detail ?? null,
              })),
          )
          .onConflictDoNothing()
          .returning({
            alert_id: alertAcks.alert_id,
            alert_version: alertAcks.alert_version,
            state: alertAcks.state,
          });
  const fresh = new Set(taken.map(keyOf));
  return {
    records: records.map(record => {
      const { alert_id, alert_version, state } = record;
      /** The second of two in one batch is a duplicate of the first. */
      const isFresh = fresh.delete(keyOf(record));
      const verdict = !isKnown(record) ? 'rejected' : isFresh ? 'accepted' : 'duplicate';
      return { alert_id, alert_version, state, verdict };
    }),
  };
}
