/** The partner's side: one CAP message in, checked against what the key and its client may, and how far it came. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import * as contract from '../../../shared/contract/alerts/policeCalls.ts';
import type { PoliceAlert } from '../../../shared/contract/alerts/policeCalls.ts';
import { isExercise, isShownStatus, priorityOf } from '../../../shared/contract/alerts/cap.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { requireFound } from '../../db/rows.ts';
import { alerts, policeClients, policeKeys } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { PolicePrincipal } from '../../http/principal.ts';
import { mount } from '../../http/route.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import * as live from '../alerts/live.ts';
import { isLive, stateAt, type AlertRow } from '../alerts/state.ts';
import { apply, reread, type Intake } from '../intake/apply.ts';
import { geoTarget, type IntakeColumns } from '../intake/columns.ts';
import { readOrRefuse } from '../intake/importRoutes.ts';
import { deliveriesOf } from '../screens/deliveries.ts';
import { previewReach } from '../screens/reach.ts';
import { requireWithin } from './jurisdiction.ts';
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

const answerOf = (row: AlertRow, now: number): PoliceAlert => ({
  ...{ id: row.id, identifier: row.cap_identifier ?? '', sender: row.cap_sender ?? '' },
  sent: (row.cap_sent ?? row.created_at).toISOString(),
  ...{ state: stateAt(row, now), priority: row.priority, warnings: row.warnings },
  effective_at: row.effective_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  reason: row.reason,
});

const isForTests = ({ env, scopes }: Pick<Key, 'env' | 'scopes'>) =>
  env === 'test' || scopes.includes('alerts:test');
/** A key for tests may send, replace and end tests and exercises only, whichever other scopes it has. */
function requireMayTouch(key: Key, of: { status: string }): void {
  if (isForTests(key) && !isExercise(of))
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
  await requireWithin(ctx, client.jurisdiction, columns.target);
}

/** The one message of a call. */
function messageOf(bytes: Buffer): CapAlert {
  const { alerts: read, refused } = readOrRefuse(bytes);
  const [alert] = read;
  if (alert !== undefined && read.length + refused.length === 1) return alert;
  const text = refused[0]?.message ?? 'Send one message per call.';
  throw new AppError('VALIDATION', text, { document: [text], code: refused[0]?.code ?? 'several' });
}
const wrongType = (text: string) => new AppError('VALIDATION', text, { document: [text], code: 'msgType' });

/** The call names the alert, whatever else the message references and whether it references anything. */
const about = (alert: CapAlert, msg_type: CapAlert['msg_type'], named: readonly AlertRow[]): CapAlert => ({
  ...{ ...alert, msg_type, references: [...named.map(keyOf), ...alert.references] },
  warnings: alert.warnings.filter(({ code }) => code !== 'references'),
});

const SCOPES = { Alert: 'alerts:create', Update: 'alerts:update', Cancel: 'alerts:cancel' } as const;
async function take(partner: Partner, message: CapAlert, bytes: Buffer): Promise<PoliceAlert> {
  const { ctx, key, client } = partner;
  const required =
    message.msg_type === 'Ack' || message.msg_type === 'Error' ? null : SCOPES[message.msg_type];
  if (required !== null && !key.scopes.includes(required) && !key.scopes.includes('alerts:test'))
    throw outOfScope('scope', `This key lacks the scope ${required}.`, { required });
  requireMayTouch(key, message);
  let columns: IntakeColumns | null = null;
  const intake: Intake = {
    ...{ source: 'police_api', origin_id: client.id, agency: client.agency, bytes, isPublishing: true },
    isDirect: key.scopes.includes('alerts:publish_direct'),
    adjust: raw => (columns = placed(raw, client.jurisdiction)),
  };
  const { isReplay, row, warnings } = await apply(ctx, message, intake);
  if (isReplay)
    throw new AppError('DUPLICATE', 'This message was received before.', {
      identifier: message.key.identifier,
    });
  if (columns !== null) await requireAllowed(partner, columns);
  return row === null ? withoutAlert(message, warnings) : { ...answerOf(row, ctx.now), warnings };
}
/** A cancel that came before its alert, so that the alert is not shown when it comes; or a message that is only kept. */
const withoutAlert = (message: CapAlert, warnings: PoliceAlert['warnings']): PoliceAlert => ({
  ...{ id: null, ...message.key, priority: priorityOf(message), warnings },
  state: message.msg_type === 'Cancel' && isShownStatus(message) ? 'cancelled' : 'archived',
  ...{ effective_at: null, expires_at: null, reason: null },
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

/**
 * What a call by the address of an alert acts on: its newest version, whichever was named, as long as it holds or waits
 * for people.
 */
async function standing(partner: Partner, id: string) {
  const { ctx, key } = partner;
  await live.lockAlerts(ctx);
  const named = await ownAlert(partner, id);
  requireMayTouch(key, named);
  const all = await live.versionsOf(ctx, [named.root_id]);
  const versions = key.env === 'test' || isExercise(named) ? live.affectedBy({ status: 'Test' }, all) : all;
  const newest = live.newestOf(versions);
  const stands = versions.some(row => isLive(row, ctx.now) || row.state === 'pending_approval');
  const state = stateAt(named, ctx.now);
  if (!stands) throw live.stateError(`This is ${state}.`, state, newest);
  return { named, versions, newest };
}

async function replace(partner: Partner, id: string, bytes: Buffer): Promise<PoliceAlert> {
  const { named, newest } = await standing(partner, id);
  const message = messageOf(bytes);
  if (message.msg_type !== 'Update' && message.msg_type !== 'Alert')
    throw wrongType('Send a message of type Update here; a Cancel is sent to /cancel.');
  return take(partner, about(message, 'Update', newest === null ? [named] : [newest, named]), bytes);
}

/** The body is a CAP Cancel, or our own JSON with a reason, or nothing. */
async function cancel(partner: Partner, id: string, bytes: Buffer): Promise<PoliceAlert> {
  const { named, versions, newest } = await standing(partner, id);
  const body = ownBody(bytes);
  if (body === null) {
    const message = messageOf(bytes);
    if (message.msg_type !== 'Cancel') throw wrongType('Send a message of type Cancel here.');
    return take(partner, about(message, 'Cancel', newest === null ? [named] : [newest, named]), bytes);
  }
  const ended = await live.cancel(partner.ctx, versions, body.reason ?? 'Cancelled by its sender');
  return answerOf(await reread(partner.ctx, ended.at(-1) ?? named), partner.ctx.now);
}
/** null: the body is a document of CAP. */
function ownBody(bytes: Buffer): { reason?: string | undefined } | null {
  const text = bytes.toString('utf8').trim();
  if (text === '') return {};
  const json = parseJson(text);
  const isOwn = typeof json === 'object' && json !== null && Object.keys(json).every(one => one === 'reason');
  if (!isOwn) return null;
  const read = z.safeParse(contract.policeCancelBody, json);
  if (!read.success) throw new AppError('VALIDATION', 'Some fields are not valid.', fieldTexts(read.error));
  return read.data;
}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** In tens, so that asking again with a slightly smaller area does not show where one car is. */
async function reachOf(
  { ctx, key, client }: Partner,
  asked: Body<typeof contract.policeReach>,
): Promise<Answer<typeof contract.policeReach>> {
  await requireWithin(ctx, client.jurisdiction, asked);
  const target = geoTarget(asked.areas, asked.geocodes);
  const status = isForTests(key) ? 'Test' : 'Actual';
  const { named, inside } = await previewReach(ctx, { target, status, forced: false });
  const all = named + inside;
  const is_fewer_than_ten = all < contract.LEAST_COUNTED;
  return { screens: all - (all % contract.LEAST_COUNTED), is_fewer_than_ten };
}

interface PartnerCall {
  principal: PolicePrincipal;
  request: FastifyRequest;
}
/** Runs a call in one transaction together with the note of its use; a refusal is noted in a transaction of its own. */
async function withPartner<T extends object>(
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
      const alert_id = 'id' in answer && typeof answer.id === 'string' ? answer.id : null;
      await appendUse(ctx, { principal, key, request }, alert_id);
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
    withPartner(server, call, partner => {
      const bytes = bytesOf(call.request);
      return take(partner, messageOf(bytes), bytes);
    }),
  );
  mount(app, contract.policeUpdate, call =>
    withPartner(server, call, partner => replace(partner, call.params.id, bytesOf(call.request))),
  );
  mount(app, contract.policeCancel, call =>
    withPartner(server, call, partner => cancel(partner, call.params.id, bytesOf(call.request))),
  );
  mount(app, contract.policeStatus, call =>
    withPartner(server, call, async partner => {
      const row = await ownAlert(partner, call.params.id);
      requireMayTouch(partner.key, row);
      const { counts } = await deliveriesOf(partner.ctx, row);
      const screens = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
      return { ...answerOf(row, partner.ctx.now), screens, deliveries: counts };
    }),
  );
}

/** Its body is JSON of ours, where those of the others are documents. */
export function policeReachRoute(app: FastifyInstance, server: Server): void {
  mount(app, contract.policeReach, call => withPartner(server, call, partner => reachOf(partner, call.body)));
}
