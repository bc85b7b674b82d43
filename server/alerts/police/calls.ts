/** The partner's side: one CAP message in, checked against what the key and its client may, and how far it came. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { and, eq } from 'drizzle-orm';
import * as contract from '../../../shared/contract/alerts/policeCalls.ts';
import type { PoliceAlert } from '../../../shared/contract/alerts/policeCalls.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { isExercise } from '../../../shared/contract/alerts/cap.ts';
import { isWithin } from '../../../shared/alerts/within.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { alerts, policeClients, policeKeys } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { PolicePrincipal } from '../../http/principal.ts';
import { mount } from '../../http/route.ts';
import { requireState } from '../../resource/repository.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { codeTable } from '../alerts/listing.ts';
import * as publishing from '../alerts/publish.ts';
import { stateAt, type AlertRow } from '../alerts/state.ts';
import { lockAlert } from '../alerts/writes.ts';
import { apply, type Intake } from '../intake/apply.ts';
import { geoTarget, type IntakeColumns } from '../intake/columns.ts';
import { readOrRefuse } from '../intake/importRoutes.ts';
import { deliveriesOf } from '../screens/deliveries.ts';
import { outOfScope } from './partners.ts';
import { appendUse, noteRefusal } from './uses.ts';

type Key = typeof policeKeys.$inferSelect;
type Client = typeof policeClients.$inferSelect;
interface Partner {
  ctx: TransactionContext;
  key: Key;
  client: Client;
}
const PUBLISHED = ['scheduled', 'active'];

const answerOf = (row: AlertRow, now: number): PoliceAlert => ({
  ...{ id: row.id, identifier: row.cap_identifier ?? '', sender: row.cap_sender ?? '' },
  sent: (row.cap_sent ?? row.created_at).toISOString(),
  ...{ state: stateAt(row, now), priority: row.priority, warnings: row.warnings },
  effective_at: row.effective_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
});

/** A key for tests touches nothing that is meant: it neither sends, replaces nor ends it. */
function requireMeant(key: Key, of: { status: string }): void {
  const { env, scopes } = key;
  const isTestKey = env === 'test' || (scopes.includes('alerts:test') && !scopes.includes('alerts:create'));
  if (isTestKey && !isExercise(of))
    throw outOfScope('test_only', 'This key is for tests and exercises alone.');
}

/** What the partner may not do is refused whole: nothing of it is kept but that it was tried. */
async function requireAllowed({ ctx, client }: Partner, columns: IntakeColumns): Promise<void> {
  if (columns.priority < client.max_priority)
    throw outOfScope('priority', `This partner may use priority ${client.max_priority} at most.`, {
      ...{ priority: columns.priority, max_priority: client.max_priority },
    });
  const { areas, geocodes } = client.jurisdiction;
  const table = await codeTable(ctx);
  const own = [...areas, ...resolve(geocodes, table).areas];
  const isNamed = ({ name, value }: { name: string; value: string }) =>
    geocodes.some(
      one => one.name.toLowerCase() === name.toLowerCase() && one.value.toLowerCase() === value.toLowerCase(),
    );
  const isInside = (one: (typeof own)[number]) => isWithin(one, own);
  const codesOut = columns.target.geocodes.filter(code => {
    if (isNamed(code)) return false;
    const { areas: places, tags, unresolved } = resolve([code], table);
    return unresolved.length > 0 || tags.length > 0 || !places.every(isInside);
  });
  if (codesOut.length > 0 || !columns.target.areas.every(isInside))
    throw outOfScope('jurisdiction', 'It reaches outside of the jurisdiction of this partner.', {
      geocodes: codesOut,
    });
}

/** One without a place is for the whole jurisdiction. */
const placed = (columns: IntakeColumns, { jurisdiction }: Client): IntakeColumns =>
  columns.target.areas.length + columns.target.geocodes.length > 0
    ? columns
    : { ...columns, target: geoTarget([...jurisdiction.areas], [...jurisdiction.geocodes]) };

async function take(partner: Partner, bytes: Buffer, replaced: AlertRow | null): Promise<AlertRow> {
  const { ctx, key, client } = partner;
  const { alerts: read, refused } = readOrRefuse(bytes);
  const [alert] = read;
  if (alert === undefined || read.length + refused.length !== 1) {
    const text = refused[0]?.message ?? 'One message at a time.';
    throw new AppError('VALIDATION', text, { document: [text], code: refused[0]?.code ?? 'several' });
  }
  const message =
    replaced === null
      ? alert
      : { ...alert, msg_type: 'Update' as const, references: [keyOf(replaced), ...alert.references] };
  const required =
    message.msg_type === 'Update' ? 'alerts:update' : message.msg_type === 'Cancel' ? 'alerts:cancel' : null;
  if (required !== null && !key.scopes.includes(required) && !key.scopes.includes('alerts:test'))
    throw outOfScope('scope', `This key is not for ${required}.`, { required });
  requireMeant(key, message);
  let columns: IntakeColumns | null = null;
  const intake: Intake = {
    ...{ source: 'police_api', origin_id: client.id, agency: client.agency, bytes, isPublishing: true },
    isDirect: key.scopes.includes('alerts:publish_direct'),
    adjust: raw => (columns = placed(raw, client)),
  };
  const outcome = await apply(ctx, message, intake);
  if (outcome.action === 'log')
    throw new AppError('DUPLICATE', 'This message came before.', { identifier: alert.key.identifier });
  if (columns !== null) await requireAllowed(partner, columns);
  /** A cancel that came before its alert has nothing to show yet. */
  return requireFound(outcome.row, 'alert');
}
const keyOf = (row: AlertRow) => ({
  ...{ sender: row.cap_sender ?? '', identifier: row.cap_identifier ?? '' },
  sent: (row.cap_sent ?? row.created_at).toISOString(),
});

/** Of this partner alone: another's is answered like a missing one. */
async function ownAlert({ ctx, client }: Partner, id: string): Promise<AlertRow> {
  const [row] = await ctx.tx
    .select()
    .from(alerts)
    .where(and(...[eq(alerts.tenant_id, ctx.tenant_id), eq(alerts.id, id)], eq(alerts.origin_id, client.id)));
  return requireFound(row, 'alert');
}

/** One transaction; the use stands in it, a refusal in one of its own. */
function withPartner(server: Server, principal: PolicePrincipal, request: FastifyRequest) {
  const { tenant_id, key_id } = principal;
  return async <T extends { id: string }>(act: (partner: Partner) => Promise<T>): Promise<T> => {
    let label = '';
    try {
      return await inTenant(server, { tenant_id, user_id: null }, async ctx => {
        const [row] = await ctx.tx
          .select({ key: policeKeys, client: policeClients })
          .from(policeKeys)
          .innerJoin(policeClients, eq(policeClients.id, policeKeys.client_id))
          .where(and(eq(policeKeys.tenant_id, tenant_id), eq(policeKeys.id, key_id)));
        const { key, client } = requireFound(row, 'key');
        label = key.label;
        const answer = await act({ ctx, key, client });
        await appendUse(ctx, { principal, key, request }, answer.id);
        return answer;
      });
    } catch (error) {
      if (error instanceof AppError)
        await noteRefusal(server, { principal, key: { id: key_id, label }, request }, error);
      throw error;
    }
  };
}

export function policeRoutes(app: FastifyInstance, server: Server): void {
  const bytesOf = ({ rawBody }: FastifyRequest) => rawBody ?? Buffer.alloc(0);
  mount(app, contract.policeSend, ({ principal, request }) =>
    withPartner(
      server,
      principal,
      request,
    )(async partner => answerOf(await take(partner, bytesOf(request), null), partner.ctx.now)),
  );
  mount(app, contract.policeUpdate, ({ principal, request, params }) =>
    withPartner(
      server,
      principal,
      request,
    )(async partner => {
      const replaced = await ownAlert(partner, params.id);
      requireMeant(partner.key, replaced);
      requireState({ from: PUBLISHED }, stateAt(replaced, partner.ctx.now));
      return answerOf(await take(partner, bytesOf(request), replaced), partner.ctx.now);
    }),
  );
  mount(app, contract.policeStatus, ({ principal, request, params }) =>
    withPartner(
      server,
      principal,
      request,
    )(async partner => {
      const row = await ownAlert(partner, params.id);
      const { counts } = await deliveriesOf(partner.ctx, row);
      const screens = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
      return { ...answerOf(row, partner.ctx.now), screens, deliveries: counts };
    }),
  );
}
/** Its body is JSON of ours, not a document. */
export function policeCancelRoute(app: FastifyInstance, server: Server): void {
  mount(app, contract.policeCancel, ({ principal, request, params, body }) =>
    withPartner(
      server,
      principal,
      request,
    )(async partner => {
      await ownAlert(partner, params.id);
      const row = await lockAlert(partner.ctx, params.id);
      requireMeant(partner.key, row);
      requireState({ from: [...PUBLISHED, 'pending_approval'] }, stateAt(row, partner.ctx.now));
      await publishing.cancel(partner.ctx, row, body.reason ?? 'Cancelled by its sender');
      return answerOf(await ownAlert(partner, params.id), partner.ctx.now);
    }),
  );
}
