/** Tells the recipients of a schedule that its report is there: a link that asks them to sign in, and nothing of the report. */
import { and, eq, isNull } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { isOfAuctions } from '../../../shared/contract/reports/report.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import { reportDefinitions, tenants } from '../../db/schema.ts';
import { mailTexts } from '../../mail/texts.ts';
import { queueMail } from '../../mail/queue.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { RunRow } from './listing.ts';

const textsIn = mailTexts('reportEmails');
/** Where the runs of a tenant stand in the console. */
const PATHS = {
  business: '/business/reports',
  admin: '/admin/analytics',
  auctions: '/admin/programmatic/reports',
} as const;

export async function mailRecipients(ctx: TransactionContext, run: RunRow): Promise<void> {
  if (run.cause !== 'schedule' || run.definition_id === null) return;
  const [found] = await ctx.tx
    .select({
      recipients: reportDefinitions.recipients,
      hasPortal: tenants.portal_business,
      tenant: tenants.name,
    })
    .from(reportDefinitions)
    .innerJoin(tenants, eq(tenants.id, reportDefinitions.tenant_id))
    .where(and(eq(reportDefinitions.id, run.definition_id), isNull(reportDefinitions.deleted_at)));
  if (!found) return;
  const t = textsIn(run.language);
  const format = createFormat(run.language, run.tz);
  const { publicUrl } = ctx.server.config;
  const path = isOfAuctions(run.preset)
    ? `${PATHS.auctions}?run=${run.id}`
    : found.hasPortal
      ? `${PATHS.business}?run=${run.id}`
      : `${PATHS.admin}?show=reports&run=${run.id}`;
  const values = {
    ...{ name: run.name, tenant: found.tenant },
    from: format.date(run.from.toISOString()),
    to: format.date(instant(run.to.getTime() - 1)),
  };
  const text = [
    t('ready.text', values),
    publicUrl === null ? t('ready.noLink') : `${publicUrl}${path}`,
    t('ready.signIn'),
    t('ready.why', values),
  ].join('\n\n');
  for (const to of found.recipients)
    await queueMail(ctx, { to, subject: t('ready.subject', values), text: `${text}\n` });
}
