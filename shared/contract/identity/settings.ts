/** Settings of a tenant, section by section; the platform's settings are those of its own tenant. */
import * as z from 'zod/mini';
import type { Area } from '../wire/access.ts';
import { settingsEndpoints } from './settings/endpoints.ts';
import { tenantPatch } from './tenant.ts';
import { int, MAX_INT } from '../wire/wire.ts';

const { name, country, tax_id, tz, currency } = tenantPatch.shape;
const { incident_mail, quiet_from, quiet_to } = tenantPatch.shape;
const { legal_address, billing_address, contact_email, contact_phone } = tenantPatch.shape;
/** Who the tenant is, on its papers and to whom it writes. */
const company = { name, country, tax_id, legal_address, billing_address, contact_email, contact_phone };

interface Options<P, S, R> {
  path: P;
  area: Area;
  fields: S;
  /** Where a row may hold what a body may not. */
  stored?: R;
  crossing?: 'tree';
}
function section<const P extends string, S extends z.core.$ZodShape, R extends z.core.$ZodShape = S>({
  path,
  area,
  fields,
  stored,
  crossing,
}: Options<P, S, R>) {
  const body = z.strictObject(fields);
  const answer = z.object({ ...(stored ?? (fields as unknown as R)), version: int(1, MAX_INT) });
  return settingsEndpoints({ path, area, body, answer, ...(crossing && { crossing }) });
}

export const general = section({
  path: '/api/settings/general',
  area: 'settings',
  fields: company,
});
export const locale = section({
  path: '/api/settings/locale',
  area: 'settings',
  fields: { tz, currency },
  stored: { tz: z.optional(z.string()), currency },
});
export const notifications = section({
  path: '/api/settings/notifications',
  area: 'settings',
  fields: { incident_mail, quiet_from, quiet_to },
});
/** Company profile of a business portal, visible to its users. */
export const businessProfile = section({
  path: '/api/business/profile',
  area: 'business',
  fields: company,
  /** It stands on the tenant's papers, as the same fields of the general settings do. */
  crossing: 'tree',
});
