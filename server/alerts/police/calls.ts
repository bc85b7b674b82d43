/** The partner's side: one CAP message in, checked against what the key and its client may, and how far it came. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { and, eq } from 'drizzle-orm';
import * as contract from '../../../shared/contract/alerts/policeCalls.ts';
import type { PoliceAlert } from '../../../shared/contract/alerts/policeCalls.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { isExercise, priorityOf } from '../../../shared/contract/alerts/cap.ts';
import { areWithin } from '../../../shared/alerts/within.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireFound } from '../../db/rows.ts';
import { alerts, policeClients, policeKeys } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { PolicePrincipal } from '../../http/principal.ts';
import { mount } from '../../http/route.ts';
import { requireState } from '../../resource/repository.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { codeTable } from '../alerts/listing.ts';
import * as publishing from '../alerts/publish.ts';
import { stateAt, type AlertRow } from '../alerts/state.ts';
import { lockAlert } from '../alerts/writes.ts';
import { apply, type Intake } from '../intake/apply.ts';
import type { IntakeColumns } from '../intake/columns.ts';
import { readOrRefuse } from '../intake/importRoutes.ts';
import { deliveriesOf } from '../screens/deliveries.ts';
import { outOfScope } from './partners.ts';
import { placed } from './place.ts';
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

/** A key for tests may send, replace and end tests and exercises only, whichever other scopes it has. */
function requireMayTouch({ env, scopes }: Key, of: { status: string }): void {
  const isTestKey = env === 'test' || scopes.includes('alerts:test');
  if (isTestKey && !isExercise(of))
    throw outOfScope('test_only', 'This key may be used for tests and exercises only.');
}

/** What the partner may not do is refused whole: nothing of it is kept but that it was tried. */
async function requireAllowed({ ctx, client }: Partner, columns: IntakeColumns): Promise<void> {
  if (columns.priority < client.max_priority)
    throw outOfScope(
      'priority',
      `This partner may use priority ${client.max_priority} or a less urgent one.`,
      {
        ...{ priority: columns.priority, max_priority: client.max_priority },
      },
    );
  const { areas, geocodes } = client.jurisdiction;
  const table = await codeTable(ctx);
  const own = [...areas, ...resolve(geocodes, table).areas];
  const isNamed = ({ name, value }: { name: string; value: string }) =>
    geocodes.some(
      one => one.name.toLowerCase() === name.toLowerCase() && one.value.toLowerCase() === value.toLowerCase(),
    );
  const codesOut = columns.target.geocodes.filter(code => {
    if (isNamed(code)) return false;
    const { areas: places, tags, unresolved } = resolve([code], table);
    return unresolved.length > 0 || tags.length > 0 || !areWithin(places, own);
  });
  if (codesOut.length > 0 || !areWithin(columns.target.areas, own))
    throw outOfScope('jurisdiction', 'The alert reaches outside the jurisdiction of this partner.', {
      geocodes: codesOut,
    });
}

async function take(partner: Partner, bytes: Buffer, replaced: AlertRow | null): Promise<PoliceAlert> {
  const { ctx, key, client } = partner;
  const { alerts: read, refused } = readOrRefuse(bytes);
  const [alert] = read;
  if (alert === undefined || read.length + refused.length !== 1) {
    const text = refused[0]?.message ?? 'Send one message per call.';
    throw new AppError('VALIDATION', text, { document: [text], code: refused[0]?.code ?? 'several' });
  }
  const message =
    replaced === null
      ? alert
      : { ...alert, msg_type: 'Update' as const, references: [keyOf(replaced), ...alert.references] };
  const required =
    message.msg_type === 'Update' ? 'alerts:update' : message.msg_type === 'Cancel' ? 'alerts:cancel' : null;
  if (required !== null && !key.scopes.includes(required) && !key.scopes.includes('alerts:test'))
    throw outOfScope('scope', `This key lacks the scope ${required}.`, { required });
  requireMayTouch(key, message);
  let columns: IntakeColumns | null = null;
  const intake: Intake = {
    ...{ source: 'police_api', origin_id: client.id, agency: client.agency, bytes, isPublishing: true },
    isDirect: key.scopes.includes('alerts:publish_direct'),
    adjust: raw => (columns = placed(raw, client.jurisdiction)),
  };
  const outcome = await apply(ctx, message, intake);
  if (outcome.action === 'log')
    throw new AppError('DUPLICATE', 'This message was received before.', {
      identifier: alert.key.identifier,
    });
  if (columns !== null) await requireAllowed(partner, columns);
  return outcome.row === null ? endedEarly(message, outcome.warnings) : answerOf(outcome.row, ctx.now);
}
/** A cancel that came before its alert is kept, so that the alert is not shown when it comes. */
const endedEarly = (message: CapAlert, warnings: PoliceAlert['warnings']): PoliceAlert => ({
  ...{ id: null, ...message.key, state: 'cancelled', priority: priorityOf(message), warnings },
  ...{ effective_at: null, expires_at: null },
});
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

interface PartnerCall {
  principal: PolicePrincipal;
  request: FastifyRequest;
}
/** Runs a call in one transaction together with the note of its use; a refusal is noted in a transaction of its own. */
async function withPartner<T extends { id: string | null }>(
  server: Server,
  { principal, request }: PartnerCall,
  act: (partner: Partner) => Promise<T>,
): Promise<T> {
  const { tenant_id, key_id } = principal;
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
}

export function policeRoutes(app: FastifyInstance, server: Server): void {
  const bytesOf = ({ rawBody }: FastifyRequest) => rawBody ?? Buffer.alloc(0);
  mount(app, contract.policeSend, call =>
    withPartner(server, call, partner => take(partner, bytesOf(call.request), null)),
  );
  mount(app, contract.policeUpdate, call =>
    withPartner(server, call, async partner => {
      const replaced = await ownAlert(partner, call.params.id);
      requireMayTouch(partner.key, replaced);
      requireState({ from: PUBLISHED }, stateAt(replaced, partner.ctx.now));
      return take(partner, bytesOf(call.request), replaced);
    }),
  );
  mount(app, contract.policeStatus, call =>
    withPartner(server, call, async partner => {
      const row = await ownAlert(partner, call.params.id);
      const { counts } = await deliveriesOf(partner.ctx, row);
      const screens = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
      return { ...answerOf(row, partner.ctx.now), screens, deliveries: counts };
    }),
  );
}
/** Apart from the others because its body is ordinary JSON, not a CAP document. */
export function policeCancelRoute(app: FastifyInstance, server: Server): void {
  mount(app, contract.policeCancel, call =>
    withPartner(server, call, async partner => {
      const { ctx, key } = partner;
      await ownAlert(partner, call.params.id);
      const row = await lockAlert(ctx, call.params.id);
      requireMayTouch(key, row);
      requireState({ from: [...PUBLISHED, 'pending_approval'] }, stateAt(row, ctx.now));
      await publishing.cancel(ctx, row, call.body.reason ?? 'Cancelled by its sender');
      return answerOf(await ownAlert(partner, row.id), ctx.now);
    }),
  );
}
