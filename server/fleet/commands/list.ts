/** Commands as the console reads them: with the screen's name, and expired by the server's clock. */
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/fleet/command.ts';
import { stateAt, TELLS_PIN, WAITING, type CommandDetail } from '../../../shared/contract/fleet/command.ts';
import { commonOf } from '../../db/rows.ts';
import { deviceCommands, devices } from '../../db/schema.ts';
import { listing, reading } from '../../resource/listing.ts';
import type { Work } from '../../transaction/work.ts';

type Row = typeof deviceCommands.$inferSelect & { device_name: string };
const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** A new PIN is for who asked for it, and no longer than the command lives. */
const mayRead = (row: Row, { by, now }: Work) =>
  !TELLS_PIN.includes(row.kind) || (row.created_by === by && row.expires_at.getTime() > now);

function shown(row: Row, work: Work): CommandDetail {
  const expires_at = row.expires_at.toISOString();
  return {
    ...commonOf(row),
    device_id: row.device_id,
    device_name: row.device_name,
    batch_id: row.batch_id,
    kind: row.kind,
    params: row.params,
    state: stateAt({ state: row.state, expires_at }, work.now),
    expires_at,
    delivered_at: isoOf(row.delivered_at),
    accepted_at: isoOf(row.accepted_at),
    ended_at: isoOf(row.ended_at),
    result: mayRead(row, work) ? row.result : null,
  };
}

/** The contract's `stateAt` as the database computes it. */
const stateNow = (now: number) =>
  sql`case when ${inArray(deviceCommands.state, WAITING)} and ${deviceCommands.expires_at} <= ${dateOf(now).toISOString()}::timestamptz
    then 'expired' else ${deviceCommands.state} end`;

export const commandListing = listing<Row, CommandDetail>({
  entity: contract.deviceCommands,
  from: (tx, fields) =>
    reading(
      tx
        .select(fields as never)
        .from(deviceCommands)
        .innerJoin(devices, eq(devices.id, deviceCommands.device_id)),
    ),
  fields: { ...getTableColumns(deviceCommands), device_name: devices.name },
  id: deviceCommands.id,
  scope: ({ tenant_id }) => eq(deviceCommands.tenant_id, tenant_id),
  searched: [devices.name, deviceCommands.kind],
  told: {
    state: ({ now }) => stateNow(now),
    kind: deviceCommands.kind,
    device_id: deviceCommands.device_id,
    batch_id: deviceCommands.batch_id,
  },
  deleted_at: deviceCommands.deleted_at,
  created_at: deviceCommands.created_at,
  shown: (work, rows) => rows.map(row => shown(row, work)),
});
