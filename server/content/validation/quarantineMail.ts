/** E-mails to those whose creatives were taken off the screens, or are back on them: each person has one for one act. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import { creatives, mediaAssets, users } from '../../db/schema.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import { isMadeOf } from '../../playout/withdrawn.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { isQuarantined } from '../creatives/quarantine.ts';

const textsIn = mailTexts('quarantineEmails');
/** Who may open the page that the e-mail links to; a device owner sees there what his own screens play, not what he made. */
const READERS = rolesWith('creatives', 'R').filter(role => role !== 'device_owner');

interface Affected {
  id: string;
  name: string;
  /** Whoever submitted its file, else whoever made it. */
  author: string | null;
}
/** Creatives that were approved with one of these files, or with a slide that holds it, and that nothing else keeps off the screens. */
export const affectedCreatives = (
  { tx, tenant_id }: TransactionContext,
  asset_ids: readonly string[],
): Promise<Affected[]> =>
  tx
    .select({
      ...{ id: creatives.id, name: creatives.name },
      author: sql<string | null>`coalesce((
        select asked.created_by from submissions as asked
        where asked.creative_id = ${creatives.id} and asked.asset_id = ${creatives.asset_id}
        order by asked.created_at desc, asked.id desc limit 1), ${creatives.created_by})`,
    })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(
        ...[eq(creatives.tenant_id, tenant_id), isNull(creatives.deleted_at)],
        ...[eq(creatives.state, 'approved'), isMadeOf(asset_ids), sql`not ${isQuarantined}`],
      ),
    )
    .orderBy(asc(creatives.name), asc(creatives.id));

/** Whoever does it knows already. */
export async function mailQuarantine(
  ctx: TransactionContext,
  affected: readonly Affected[],
  change: { isOn: true; reason: string } | { isOn: false },
): Promise<void> {
  const { server, tx, tenant_id, user_id } = ctx;
  const authors = affected.flatMap(({ author }) => (author === null || author === user_id ? [] : author));
  if (authors.length === 0) return;
  const people = await tx
    .select({ id: users.id, email: users.email, locale: users.locale })
    .from(users)
    .where(
      and(
        ...[eq(users.tenant_id, tenant_id), inArray(users.id, authors), inArray(users.role, READERS)],
        ...[eq(users.status, 'active'), isNull(users.deleted_at)],
      ),
    )
    .orderBy(asc(users.email));
  const { publicUrl } = server.config;
  for (const { id, email, locale } of people) {
    const t = textsIn(locale);
    const own = affected.filter(({ author }) => author === id);
    const values = { count: own.length, name: own[0]?.name ?? '' };
    /** A plural of its own: Chinese has none, and would count one, too. */
    const key =
      `${change.isOn ? 'quarantined' : 'released'}.${own.length === 1 ? 'one' : 'several'}` as const;
    const lines = own.map(one =>
      publicUrl === null ? one.name : `${one.name}\n${publicUrl}/creatives/${one.id}`,
    );
    await queueMail(ctx, {
      to: email,
      subject: t(`${key}.subject`, values),
      text: `${[t(`${key}.text`, values), ...(change.isOn ? [change.reason] : []), ...lines].join('\n\n')}\n`,
    });
  }
}
