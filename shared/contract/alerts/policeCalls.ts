/**
 * The partner's side. `Authorization: Bearer pk_live_…`; the body is CAP in XML or JSON. 401 unknown, expired or
 * revoked; 403 `SCOPE` what the key, its address or its jurisdiction does not allow (`details.reason`); 409 `DUPLICATE`
 * a CAP identity that was sent before; 429 too many.
 */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, id, instant, int, MAX_INT } from '../wire/wire.ts';
import { ALERT_STATES, alertWarning } from './alert.ts';
import { CAP_DOCUMENTS, DELIVERY_STATES, MAX_CAP_BYTES } from './alertCalls.ts';
import { PRIORITIES } from './cap.ts';
import { jurisdiction } from './policeClient.ts';

export const policeAlert = z.object({
  /** null: a cancel that came before its alert, which will not be shown, or a message that is only kept. */
  id: z.nullable(id),
  identifier: z.string(),
  sender: z.string(),
  sent: instant,
  state: z.enum(ALERT_STATES),
  priority: z.literal(PRIORITIES),
  effective_at: z.nullable(instant),
  expires_at: z.nullable(instant),
  /** Why it was rejected or cancelled. */
  reason: z.nullable(z.string()),
  warnings: z.array(alertWarning),
});
export type PoliceAlert = z.infer<typeof policeAlert>;
/** Screens that may show it, and how far each has come; without a device's name or place. */
const status = z.object({
  ...policeAlert.shape,
  screens: int(0, MAX_INT),
  deliveries: z.partialRecord(z.enum(DELIVERY_STATES), int(0, MAX_INT)),
});

/** The body is the document itself. */
const document = { bodyLimit: MAX_CAP_BYTES, documents: CAP_DOCUMENTS, answer: policeAlert };
export const policeSend = endpoint({
  method: 'POST',
  path: '/api/police/v1/alerts',
  /** What else the message takes follows from its msgType. */
  access: { who: 'police', scope: ['alerts:create', 'alerts:update', 'alerts:cancel'] },
  summary: 'Send one CAP message: an alert, or an update or cancel of what it references',
  ...document,
});
export const policeUpdate = endpoint({
  method: 'POST',
  path: '/api/police/v1/alerts/:id/update',
  access: { who: 'police', scope: 'alerts:update' },
  summary: 'Put this CAP message in the place of the alert',
  params: byId,
  ...document,
});
export const policeCancelBody = z.strictObject({
  reason: z.optional(z.string().check(z.maxLength(1_000))),
});
export const policeCancel = endpoint({
  method: 'POST',
  path: '/api/police/v1/alerts/:id/cancel',
  access: { who: 'police', scope: 'alerts:cancel' },
  summary: 'Take the alert off all screens; the body may be a CAP Cancel instead',
  params: byId,
  bodyLimit: MAX_CAP_BYTES,
  body: policeCancelBody,
  answer: policeAlert,
});
export const policeStatus = endpoint({
  method: 'GET',
  path: '/api/police/v1/alerts/:id/status',
  access: { who: 'police', scope: 'alerts:read' },
  summary: 'How far the alert has come',
  params: byId,
  answer: status,
});

/** Of fewer screens a number could tell where one car is. */
export const LEAST_COUNTED = 10;
/** Before anything is sent. Areas and codes within the partner's jurisdiction; 403 `SCOPE` `jurisdiction` otherwise. */
export const policeReach = endpoint({
  method: 'POST',
  path: '/api/police/v1/reach',
  access: { who: 'police', scope: 'devices:reach' },
  summary: 'About how many screens were last seen in these areas; nothing is sent',
  changesNothing: true,
  body: jurisdiction,
  answer: z.object({
    /** Rounded down to tens. */
    screens: int(0, MAX_INT),
    is_fewer_than_ten: z.boolean(),
  }),
});
