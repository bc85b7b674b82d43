/** Which white label a tenant wears: its own, else that of the nearest tenant above it. */
import { sql } from 'drizzle-orm';
import { MAX_TENANT_DEPTH } from '../../../shared/contract/identity/tenant.ts';
import type { Server } from '../../context/server.ts';
import { rowsOf } from '../../db/rows.ts';
import { tenants, whiteLabels } from '../../db/schema.ts';
import type { WhiteLabelLook } from '../../db/tables/tenants.ts';
import type { MailBrand } from '../../mail/mail.ts';

/** Brings the picture of a published white label to the screens of the tenants that wear it. */
export const SPLASH_JOB = 'splash';

type Reads = Pick<Server, 'tenantTransactions'>;
interface Worn {
  published: WhiteLabelLook;
  domain: string | null;
  domain_state: string;
}
export type PublishedLook = WhiteLabelLook & { app_name: string };
const isNamed = (look: WhiteLabelLook): look is PublishedLook => look.app_name !== null;

/** Reads rows above the tenant, which a transaction of its own does not see. */
const wornBy = ({ tenantTransactions }: Reads, tenant_id: string): Promise<Worn | undefined> =>
  tenantTransactions.acrossTenants(async tx => {
    const rows = rowsOf<Worn>(
      await tx.execute(sql`
        with recursive up(id, parent_id, depth) as (
          select id, parent_id, 0 from ${tenants} where id = ${tenant_id}::uuid
          union all
          select t.id, t.parent_id, depth + 1 from ${tenants} t join up on t.id = up.parent_id
          where depth < ${MAX_TENANT_DEPTH}::int
        )
        select w.published, w.domain, w.domain_state from up join ${whiteLabels} w on w.tenant_id = up.id
        where w.published is not null order by depth limit 1`),
    );
    return rows[0];
  });

export async function brandOf(server: Reads, tenant_id: string): Promise<PublishedLook | null> {
  const worn = await wornBy(server, tenant_id);
  return worn && isNamed(worn.published) ? worn.published : null;
}

const isAt = (address: string, domain: string) => address.endsWith(`@${domain}`);

/** The sender stays ours unless its address is of a domain that was verified; answers go to the tenant's address all the same. */
export async function mailBrandOf(server: Reads, tenant_id: string): Promise<MailBrand | null> {
  const worn = await wornBy(server, tenant_id);
  if (!worn || !isNamed(worn.published)) return null;
  const { app_name, primary, logo_light, mail_name, mail_address } = worn.published;
  const isOwn =
    mail_address !== null &&
    worn.domain !== null &&
    worn.domain_state === 'verified' &&
    isAt(mail_address, worn.domain);
  return {
    app_name,
    primary,
    logo: logo_light,
    from_name: mail_name ?? app_name,
    from_address: isOwn ? mail_address : null,
    reply_to: mail_address,
  };
}
