/** The platform's mail server, and its accounts at providers of sign-in: read without secrets, changed, and tried. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dateOf } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/identity/integrations.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { tenants, users } from '../../db/schema.ts';
import { withLookUp } from '../../db/tenantTransactions.ts';
import type { SmtpSettings } from '../../db/tables/tenants.ts';
import { mount } from '../../http/route.ts';
import { mailTexts, withName } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { oauthAfter, oauthView } from '../oauth/settings.ts';
import type { TenantRow } from './tenants.ts';

type View = Answer<typeof contract.integrations.read>;
const textsIn = mailTexts('accountEmails');
const NONE: SmtpSettings = {
  ...{ host: null, port: 587, security: 'starttls' },
  ...{ user: null, password: null, from: null },
};

function viewOf({ server }: TransactionContext, row: TenantRow, request: FastifyRequest): View {
  const { smtp, oauth, version } = row;
  const { host, port, security, user, password, from } = smtp ?? NONE;
  return {
    ...{ smtp_host: host, smtp_port: port, smtp_security: security, smtp_user: user, smtp_from: from },
    smtp_has_password: password !== null,
    ...oauthView(server, oauth, request),
    version,
  };
}

/** A password belongs to its server: for another one it is entered anew, or it would be sent to whoever is named. */
function passwordAfter(
  ctx: TransactionContext,
  before: SmtpSettings,
  patch: Body<typeof contract.integrations.patch>,
): string | null {
  const { smtp_password: entered, smtp_host: host, smtp_port: port } = patch;
  if (entered !== undefined) return entered === null ? null : ctx.server.secret.wrap(Buffer.from(entered));
  const isOther = (host ?? before.host) !== before.host || (port ?? before.port) !== before.port;
  const isWeaker = patch.smtp_security === 'none' && before.security !== 'none';
  if (before.password !== null && host !== null && (isOther || isWeaker))
    throw new AppError('VALIDATION', 'Enter the password for this mail server.', {
      smtp_password: ['Required'],
    });
  return host === null ? null : before.password;
}

const isPlatform = eq(tenants.kind, 'platform');
async function lockPlatform({ tx }: TransactionContext): Promise<TenantRow> {
  const [row] = await tx.select().from(tenants).where(isPlatform).for('update');
  return requireFound(row, 'platform');
}

interface Change {
  expected: number;
  patch: Body<typeof contract.integrations.patch>;
  request: FastifyRequest;
}
async function change(ctx: TransactionContext, { expected, patch, request }: Change): Promise<View> {
  const row = await lockPlatform(ctx);
  requireVersion(viewOf(ctx, row, request), expected);
  const before = row.smtp ?? NONE;
  ctx.auditNote.before = { ...viewOf(ctx, row, request) };
  ctx.auditNote.tenant_id = row.id;
  ctx.auditNote.target_id = row.id;
  const smtp: SmtpSettings = {
    host: patch.smtp_host === undefined ? before.host : patch.smtp_host,
    port: patch.smtp_port ?? before.port,
    security: patch.smtp_security ?? before.security,
    user: patch.smtp_user === undefined ? before.user : patch.smtp_user,
    from: patch.smtp_from === undefined ? before.from : patch.smtp_from,
    password: passwordAfter(ctx, before, patch),
  };
  const oauth = oauthAfter(ctx.server, row.oauth, patch);
  const [written] = await ctx.tx
    .update(tenants)
    .set({ smtp, oauth, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(tenants.id, row.id))
    .returning();
  return viewOf(ctx, requireFound(written, 'platform'), request);
}

export function integrationRoutes(app: FastifyInstance): void {
  mount(app, contract.integrations.read, async ({ ctx, request }) => {
    const [row] = await ctx.tx.select().from(tenants).where(isPlatform);
    return viewOf(ctx, requireFound(row, 'platform'), request);
  });
  mount(app, contract.integrations.patch, ({ ctx, expected, body, request }) =>
    change(ctx, { expected, patch: body, request }),
  );
  mount(app, contract.sendTestMail, async ({ inTenant, principal, body }) => {
    const { mail, clock } = app.wayside;
    const [reader] = await inTenant(({ tx }) =>
      withLookUp(tx, 'sign_in', () =>
        tx.select({ locale: users.locale }).from(users).where(eq(users.id, principal.user_id)),
      ),
    );
    const t = textsIn(reader?.locale ?? 'en');
    const email = { to: body.mail, subject: t('test.subject'), text: `${t('test.text')}\n` };
    await mail.send(withName(email, null), uuid7(clock.now())).catch((error: unknown) => {
      const { code = 'SMTP' } = error as { code?: string };
      throw new AppError('RULE', 'The mail server did not take the message.', { code });
    });
    return { ok: true as const };
  });
}
