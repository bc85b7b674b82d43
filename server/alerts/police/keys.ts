/** Keys of partners: made, rotated and revoked. The key itself is in the answer that makes it and nowhere else. */
import type { FastifyInstance } from 'fastify';
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/alerts/policeKey.ts';
import type { PoliceKey } from '../../../shared/contract/alerts/policeKey.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { policeClients, policeKeys } from '../../db/schema.ts';
import { mount } from '../../http/route.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { mountReads } from '../../resource/mount.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { keyPrefix, makeKey } from './keyFormat.ts';
import { keyStateAt, keyStateColumn } from './keyState.ts';
import { rangeOf } from './partners.ts';
import { usesOf } from './uses.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROTATED_FROM = ['active', 'expiring'];
type KeyRow = typeof policeKeys.$inferSelect;
type Listed = KeyRow & { agency: string };
const orNull = (time: Date | null) => time?.toISOString() ?? null;

const keyListing = listing(contract.policeKeys)<Listed>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(policeKeys)
        .innerJoin(policeClients, eq(policeClients.id, policeKeys.client_id)),
    ),
  fields: { ...getTableColumns(policeKeys), agency: policeClients.agency },
  id: policeKeys.id,
  scope: ({ tenant_id }) => eq(policeKeys.tenant_id, tenant_id),
  searchColumns: [policeKeys.label, policeClients.agency, policeKeys.lookup],
  filterColumns: { state: keyStateColumn, env: policeKeys.env, client_id: policeKeys.client_id },
  deleted_at: policeKeys.deleted_at,
  created_at: policeKeys.created_at,
  serialize: ({ now }, rows) =>
    rows.map(row => {
      const { lookup, secret_sha256: _secret, known_networks: _networks, ...shown } = row;
      return {
        ...shown,
        prefix: keyPrefix({ env: row.env, lookup }),
        state: keyStateAt(row, now),
        not_before: orNull(row.not_before),
        expires_at: row.expires_at.toISOString(),
        last_used_at: orNull(row.last_used_at),
        ...commonFieldsOf(row),
      } satisfies PoliceKey;
    }),
});

const isIt = ({ tenant_id }: TransactionContext, id: string) =>
  and(eq(policeKeys.tenant_id, tenant_id), eq(policeKeys.id, id));

async function insert(ctx: TransactionContext, values: Omit<typeof policeKeys.$inferInsert, Made>) {
  const { tx, tenant_id, user_id, now } = ctx;
  const { key, ...made } = makeKey(values.env);
  const id = uuid7(now);
  const times = { created_at: dateOf(now), updated_at: dateOf(now) };
  await tx.insert(policeKeys).values({ ...values, ...made, ...times, id, tenant_id, created_by: user_id });
  return { ...(await keyListing.read(ctx, id)), key };
}
type Made = 'id' | 'tenant_id' | 'lookup' | 'last4' | 'secret_sha256';

async function lockKey(ctx: TransactionContext, id: string): Promise<KeyRow> {
  const [row] = await ctx.tx.select().from(policeKeys).where(isIt(ctx, id)).for('update');
  const found = requireFound(row, 'key');
  ctx.auditNote.before = { state: found.state, expires_at: found.expires_at };
  ctx.auditNote.target_name = found.label;
  return found;
}

export function keyRoutes(app: FastifyInstance): void {
  const on = contract.policeKeys.actionEndpoints;
  mountReads(app, contract.policeKeys, keyListing);
  mount(app, contract.createPoliceKey, async ({ ctx, body }) => {
    const { expires_days, not_before, client_id, ...values } = body;
    const [client] = await ctx.tx
      .select()
      .from(policeClients)
      .where(
        and(
          ...[eq(policeClients.tenant_id, ctx.tenant_id), eq(policeClients.id, client_id)],
          isNull(policeClients.deleted_at),
        ),
      );
    const missing = 'This partner does not exist.';
    if (!client) throw new AppError('VALIDATION', missing, { client_id: [missing] });
    const wrong = values.ip_allow.find(one => rangeOf(one) === null);
    const text = 'Enter an IP address or a network like 198.51.100.0/24.';
    if (wrong !== undefined) throw new AppError('VALIDATION', text, { ip_allow: [text] });
    return insert(ctx, {
      ...{ ...values, client_id, not_before: not_before === null ? null : dateOf(Date.parse(not_before)) },
      expires_at: dateOf(ctx.now + expires_days * DAY_MS),
    });
  });
  mount(app, contract.rotatePoliceKey, async ({ ctx, params }) => {
    const row = await lockKey(ctx, params.id);
    requireState({ from: ROTATED_FROM }, keyStateAt(row, ctx.now));
    const left = Math.min(row.expires_at.getTime(), ctx.now + contract.ROTATION_H * HOUR_MS);
    await write(ctx, row, { state: 'rotating', expires_at: dateOf(left) });
    const { client_id, label, env, scopes, ip_allow, rate_per_min, known_networks, not_before } = row;
    /** As long as the one it replaces was meant to be good for. */
    const life = row.expires_at.getTime() - row.created_at.getTime();
    const expires_at = dateOf(ctx.now + Math.min(life, contract.MAX_KEY_DAYS * DAY_MS));
    const same = { client_id, label, env, scopes, ip_allow, rate_per_min, known_networks, not_before };
    return insert(ctx, { ...same, expires_at });
  });
  mount(app, on.revoke, async ({ ctx, params }) => {
    const row = await lockKey(ctx, params.id);
    requireState(contract.policeKeys.actions.revoke, keyStateAt(row, ctx.now));
    await write(ctx, row, { state: 'revoked' });
    ctx.auditNote.after = { state: 'revoked' };
    return keyListing.read(ctx, row.id);
  });
  mount(app, contract.policeKeyUsage, async ({ ctx, params }) => {
    await keyListing.read(ctx, params.id);
    return { items: await usesOf(ctx, params.id) };
  });
}
const write = (ctx: TransactionContext, row: KeyRow, set: Partial<KeyRow>) =>
  ctx.tx
    .update(policeKeys)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(isIt(ctx, row.id));
