/**
 * Each use of a key is an entry of the tenant's audit log: appended, chained by hashes and verified there. The first
 * use from a network that the key was not used from before is told to whoever made the key.
 */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { equals } from '../../db/lists.ts';
import { cutText } from '../../../shared/alerts/cutText.ts';
import { dateOf } from '../../../shared/clock.ts';
import type { AppError } from '../../../shared/contract/wire/errors.ts';
import { auditDetails, auditEvents, policeKeys, users, type policeClients } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { ANONYMOUS, auditPrincipalOf } from '../../http/auditPrincipal.ts';
import type { PolicePrincipal } from '../../http/principal.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import { appendAuditEntry } from '../../transaction/audit.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { networkOf } from '../../transaction/limits.ts';
import { countRefusal } from './refusals.ts';

type KeyRow = typeof policeKeys.$inferSelect;
type ClientRow = typeof policeClients.$inferSelect;
interface Use {
  principal: PolicePrincipal;
  key: Pick<KeyRow, 'id' | 'label'>;
  request: FastifyRequest;
}
const USE = 'police.keys.use';
const REFUSED = 'police.keys.refuse';
const NEW_NETWORK = 'police.keys.new-address';
const MAX_NETWORKS = 100;
const MAX_USES = 200;
const SEARCHED_BYTES = 4_096;
const MAX_IDENTIFIER = 200;
const MAX_REASON = 200;
const textsIn = mailTexts('police');

/** `what` is kept as the new values of the entry. */
const append = (
  ctx: TransactionContext,
  { key, request }: Use,
  action: string,
  what: Record<string, unknown>,
) =>
  appendAuditEntry(ctx, auditPrincipalOf(ANONYMOUS, request), {
    action,
    target_type: 'police',
    target_id: key.id,
    target_name: key.label,
    diff: Object.fromEntries(Object.entries(what).map(([field, after]) => [field, { before: null, after }])),
  });
const callOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? ''}`;

/** What the partner calls its message, as far as it can be seen without reading it. */
const IDENTIFIER = /<(?:[\w.-]+:)?identifier>\s*([^<]{1,500})|"identifier"\s*:\s*"([^"]{1,500})"/;
function identifierOf({ rawBody }: FastifyRequest): string | null {
  const [, inXml, inJson] = IDENTIFIER.exec(rawBody?.toString('utf8', 0, SEARCHED_BYTES) ?? '') ?? [];
  const found = inXml ?? inJson;
  return found === undefined ? null : cutText(found.trim(), MAX_IDENTIFIER);
}

export const appendUse = (ctx: TransactionContext, use: Use, alert_id: string | null) =>
  append(ctx, use, USE, {
    ...{ call: callOf(use.request), status: 200, alert_id },
    identifier: identifierOf(use.request),
  });

export async function noteRefusal(
  server: Server,
  use: Use,
  { code, status, message, details }: AppError,
): Promise<void> {
  const { principal, key, request } = use;
  const reason = typeof details['reason'] === 'string' ? details['reason'] : message;
  const kind = [key.id, code, reason, networkOf(request.ip)].join(' ');
  const times = countRefusal(server, kind);
  if (times === null) return;
  await inTenant(server, { tenant_id: principal.tenant_id, user_id: null }, ctx =>
    append(ctx, use, REFUSED, {
      ...{ call: callOf(request), status, error: code, reason: cutText(reason, MAX_REASON) },
      ...{ times, identifier: identifierOf(request) },
    }),
  );
}

/** When and from where it was used last. */
export async function noteUse(server: Server, use: Use & { key: KeyRow }, client: ClientRow): Promise<void> {
  const { principal, key, request } = use;
  const network = networkOf(request.ip);
  const isNew = await inTenant(server, { tenant_id: principal.tenant_id, user_id: null }, async ctx => {
    const { tx, now } = ctx;
    const isIt = and(eq(policeKeys.tenant_id, ctx.tenant_id), eq(policeKeys.id, key.id));
    const [row] = await tx.select().from(policeKeys).where(isIt).for('update');
    const known = row?.known_networks ?? [];
    const isOther = !known.includes(network);
    await tx
      .update(policeKeys)
      .set({
        last_used_at: dateOf(now),
        last_used_ip: request.ip,
        ...(isOther && { known_networks: [...known, network].slice(-MAX_NETWORKS) }),
      })
      .where(isIt);
    if (isOther) await append(ctx, use, NEW_NETWORK, { address: request.ip });
    return isOther;
  });
  /** The entry stands; a letter that cannot be written stops no alert. */
  if (isNew)
    await tellNewNetwork(server, use, client).catch(error =>
      request.log.error({ err: error }, 'the letter about a new address was not written'),
    );
}

async function tellNewNetwork(server: Server, { key, request }: Use & { key: KeyRow }, client: ClientRow) {
  const [maker] =
    key.created_by === null
      ? []
      : await server.tenantTransactions.acrossTenants(tx =>
          tx.select().from(users).where(equals(users.id, key.created_by)),
        );
  if (maker === undefined || maker.status !== 'active') return;
  const t = textsIn(maker.locale === 'zh' ? 'zh' : 'en');
  const facts = { label: key.label, agency: client.agency, address: request.ip };
  await inTenant(server, { tenant_id: maker.tenant_id, user_id: null }, ctx =>
    queueMail(ctx, {
      to: maker.email,
      subject: t('email.subject', facts),
      text: `${t('email.text', facts)}\n`,
    }),
  );
}

/** Newest first. */
export async function usesOf({ tx, tenant_id }: TransactionContext, key_id: string) {
  const rows = await tx
    .select({ event: auditEvents, detail: auditDetails.detail })
    .from(auditEvents)
    .leftJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
    .where(
      and(
        ...[eq(auditEvents.tenant_id, tenant_id), eq(auditEvents.target_id, key_id)],
        sql`${auditEvents.action} in (${USE}, ${REFUSED}, ${NEW_NETWORK})`,
      ),
    )
    .orderBy(desc(auditEvents.seq))
    .limit(MAX_USES);
  return rows.map(({ event, detail }) => {
    const { ip = null, diff = {} } = (detail ?? {}) as {
      ip?: string | null;
      diff?: Record<string, { after: unknown }>;
    };
    const text = (field: string) => (typeof diff[field]?.after === 'string' ? diff[field].after : null);
    return {
      ...{ seq: event.seq, at: event.at.toISOString(), action: event.action, hash: event.hash, ip },
      status: typeof diff['status']?.after === 'number' ? diff['status'].after : null,
      ...{ call: text('call'), error: text('error'), reason: text('reason') },
      times: typeof diff['times']?.after === 'number' ? diff['times'].after : null,
      ...{ identifier: text('identifier'), alert_id: text('alert_id') },
    };
  });
}
