/** Commands for the console, with the screen's name; expiry is computed from the server's clock. */
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/fleet/command.ts';
import {
  stateAt,
  PIN_COMMANDS,
  PENDING_STATES,
  type CommandDetail,
} from '../../../shared/contract/fleet/command.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { deviceCommands, devices } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Row = typeof deviceCommands.$inferSelect & { device_name: string };
const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** A new PIN is shown only to the user who requested it, and only until the command expires. */
const canReadResult = (row: Row, { user_id, now }: TransactionContext) =>
  !PIN_COMMANDS.includes(row.kind) || (row.created_by === user_id && row.expires_at.getTime() > now);

function toCommand(row: Row, ctx: TransactionContext): CommandDetail {
  const expires_at = row.expires_at.toISOString();
  return {
    device_id: row.device_id,
    device_name: row.device_name,
    batch_id: row.batch_id,
    kind: row.kind,
    params: row.params,
    state: stateAt({ state: row.state, expires_at }, ctx.now),
    expires_at,
    delivered_at: isoOf(row.delivered_at),
    accepted_at: isoOf(row.accepted_at),
    ended_at: isoOf(row.ended_at),
    result: canReadResult(row, ctx) ? row.result : null,
    ...commonFieldsOf(row),
  };
}

/** The contract's `stateAt` as SQL. */
const stateNow = (now: number) =>
  sql`case when ${inArray(deviceCommands.state, PENDING_STATES)} and ${deviceCommands.expires_at} <= ${dateOf(now).toISOString()}::timestamptz
    then 'expired' else ${deviceCommands.state} end`;

export const commandListing = listing(contract.deviceCommands)<Row, CommandDetail>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(deviceCommands)
        .innerJoin(devices, eq(devices.id, deviceCommands.device_id)),
    ),
  fields: { ...getTableColumns(deviceCommands), device_name: devices.name },
  id: deviceCommands.id,
  scope: ({ tenant_id }) => eq(deviceCommands.tenant_id, tenant_id),
  searchColumns: [devices.name, deviceCommands.kind],
  filterColumns: {
    state: ({ now }) => stateNow(now),
    kind: deviceCommands.kind,
    device_id: deviceCommands.device_id,
    batch_id: deviceCommands.batch_id,
  },
  deleted_at: deviceCommands.deleted_at,
  created_at: deviceCommands.created_at,
  serialize: (ctx, rows) => rows.map(row => toCommand(row, ctx)),
});
