/** Settings of a tenant, section by section; the platform's settings are those of its own tenant. */
import * as z from 'zod/mini';
import type { Area } from '../wire/access.ts';
import { endpoint } from '../wire/endpoint.ts';
import { tenantPatch } from './tenant.ts';
import { int, MAX_INT } from '../wire/wire.ts';

const { name, country, tax_id, tz, currency, open_signup, incident_mail, quiet_from, quiet_to } =
  tenantPatch.shape;

function section<const P extends string, S extends z.core.$ZodShape>(path: P, area: Area, fields: S) {
  const body = z.strictObject(fields);
  const answer = z.object({ ...fields, version: int(1, MAX_INT) });
  const access = (level: 'R' | 'W') => ({ who: 'user', area, level }) as const;
  return {
    read: endpoint({
      method: 'GET',
      path,
      access: access('R'),
      summary: `Settings: ${path.slice(5)}`,
      answer,
    }),
    patch: endpoint({
      method: 'PATCH',
      path,
      access: access('W'),
      summary: `Change settings: ${path.slice(5)}`,
      body,
      answer,
      versioned: true,
    }),
  };
}

export const general = section('/api/settings/general', 'settings', { name, country, tax_id });
export const locale = section('/api/settings/locale', 'settings', { tz, currency });
export const security = section('/api/settings/security', 'settings', { open_signup });
export const notifications = section('/api/settings/notifications', 'settings', {
  incident_mail,
  quiet_from,
  quiet_to,
});
/** Company profile of a business portal, visible to its users. */
export const businessProfile = section('/api/business/profile', 'business', { name, country, tax_id });
