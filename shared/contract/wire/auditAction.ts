/** What the audit log calls a request: `PATCH /api/devices/:id` is `devices.patch`, `POST /api/devices/:id/retire` is `devices.retire`. */
import type { Endpoint } from './endpoint.ts';

export interface AuditAction {
  action: string;
  target_type: string;
}
export function auditActionOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): AuditAction {
  const [target_type = '', ...rest] = path.split('/').slice(2);
  const within = rest.filter(word => !word.startsWith(':'));
  const isVerb = rest.length > 0 && !rest.at(-1)?.startsWith(':');
  const verb = [...within, ...(isVerb ? [] : [method.toLowerCase()])].join('.');
  return { action: `${target_type}.${verb}`, target_type };
}
