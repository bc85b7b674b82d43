/** Alerts of the past, one that is drafted, and where others would come from. Nothing of it is on a screen: the demo plays on. */
import { inArray } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { alertTarget, type AlertTexts } from '../../shared/contract/alerts/alert.ts';
import { uuid7 } from '../../shared/random.ts';
import { nextSet } from '../alerts/screens/versions.ts';
import {
  alertAcks,
  alertFeeds,
  alertGeocodes,
  alertPulls,
  alerts,
  policeClients,
  policeKeys,
} from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** By the river, where water comes first. */
const RIVERSIDE = { shape: 'circle', lat: 38.7056, lng: -9.1445, radius_m: 1_500 } as const;
const SENDER = { en: 'City civil protection', zh: '市民防局' };
/** Before the demo began, so that no screen of it was there to hold it. */
const BEFORE_DAYS = 9;

type Row = typeof alerts.$inferInsert;
type Spoken = Record<'en' | 'zh', readonly [headline: string, instruction: string]>;
const textsOf = ({ en, zh }: Spoken): AlertTexts => ({
  en: { headline: en[0], description: '', instruction: en[1], sender_name: SENDER.en },
  zh: { headline: zh[0], description: '', instruction: zh[1], sender_name: SENDER.zh },
});
const FLOOD = textsOf({
  en: ['Flood: move to high ground now', 'Go up, not out. Keep away from the river and from tunnels.'],
  zh: ['洪水来袭：请立即前往高处', '请向高处转移，远离河道和隧道。'],
});
const STORM = textsOf({
  en: ['Severe storm: stay indoors', 'Go inside and keep away from windows.'],
  zh: ['强风暴来袭：请留在室内', '请进入室内，远离窗户。'],
});
const ROAD = textsOf({
  en: ['Road closed ahead: take another way', 'Leave space for police, fire and rescue.'],
  zh: ['前方道路封闭：请绕行', '请为警车、消防车和救护车让道。'],
});

/** `today`: the present; what is made of the past is made before it. */
export async function insertAlerts(ctx: TransactionContext, today: number): Promise<void> {
  const { tx, tenant_id, user_id, now } = ctx;
  const common = () => ({ id: uuid7(now), tenant_id, created_by: user_id });
  const written = (at: number, more: Omit<Row, 'id' | 'tenant_id' | 'root_id' | 'created_at'>): Row => {
    const row = common();
    return { ...row, root_id: row.id, created_at: dateOf(at), updated_at: dateOf(at), ...more };
  };
  const past = today - BEFORE_DAYS * DAY_MS;
  const actual: Pick<Row, 'status' | 'sound' | 'urgency' | 'certainty' | 'response_types'> = {
    ...({ status: 'Actual', sound: true, urgency: 'Immediate', certainty: 'Observed' } as const),
    response_types: [],
  };
  await tx.insert(alerts).values([
    written(today, {
      ...{ ...actual, event: 'Flood', category: ['Met', 'Geo'], severity: 'Severe', texts: FLOOD },
      ...{ priority: 1, template: 'takeover', ttl_s: HOUR_MS / 1_000 },
      target: alertTarget.parse({ mode: 'geo', areas: [RIVERSIDE], buffer_m: 200 }),
    }),
    written(past, {
      ...{ ...actual, event: 'Severe weather', category: ['Met'], severity: 'Severe', texts: STORM },
      ...{ priority: 1, template: 'takeover', ttl_s: (2 * HOUR_MS) / 1_000, state: 'active' },
      target: alertTarget.parse({ mode: 'all' }),
      ...{ published_at: dateOf(past), effective_at: dateOf(past), expires_at: dateOf(past + 2 * HOUR_MS) },
      approved_by: user_id,
    }),
    written(past + DAY_MS, {
      ...{ ...actual, event: 'Road closed', category: ['Transport'], severity: 'Minor', texts: ROAD },
      ...{ priority: 3, template: 'ticker', ttl_s: HOUR_MS / 1_000, state: 'cancelled', sound: false },
      target: alertTarget.parse({ mode: 'geo', areas: [RIVERSIDE] }),
      ...{ published_at: dateOf(past + DAY_MS), effective_at: dateOf(past + DAY_MS) },
      ...{ expires_at: dateOf(past + DAY_MS + HOUR_MS), ended_at: dateOf(past + DAY_MS + HOUR_MS / 2) },
      ...{ approved_by: user_id, reason: 'The road is open again.' },
    }),
  ]);
  const made = { created_at: dateOf(now), updated_at: dateOf(now) };
  await tx.insert(alertFeeds).values({
    ...{ ...common(), ...made, name: 'Weather warnings', url: 'https://weather.example/cap.atom' },
    ...{ kind: 'atom', poll_s: 300, auto_publish: false, max_priority: 3, state: 'paused' },
  });
  await tx.insert(alertGeocodes).values({
    ...{ ...common(), ...made, scheme: 'CITY', value: 'RIVERSIDE', name: 'Riverside', areas: [RIVERSIDE] },
  });
  const jurisdiction = {
    areas: [{ shape: 'circle' as const, lat: 38.73, lng: -9.15, radius_m: 9_000 }],
    geocodes: [{ name: 'CITY', value: 'RIVERSIDE' }],
  };
  await tx.insert(policeClients).values([
    {
      ...{ ...common(), ...made, agency: 'City police', contact: 'control@police.example' },
      ...{ jurisdiction, max_priority: 0 },
    },
    {
      ...{ ...common(), ...made, agency: 'Fire and rescue', contact: 'control@fire.example' },
      ...{ jurisdiction, max_priority: 1 },
    },
  ]);
}

/** Alerts that they have made, which screens drop with the next set; their feeds and codes, and partners with their keys. */
export async function removeAlerts(ctx: TransactionContext, people: string[]): Promise<void> {
  const { tx } = ctx;
  const theirs = tx.select({ id: alerts.id }).from(alerts).where(inArray(alerts.created_by, people));
  await tx.delete(alertAcks).where(inArray(alertAcks.alert_id, theirs));
  await tx.delete(alertPulls).where(inArray(alertPulls.alert_id, theirs));
  await tx.delete(alerts).where(inArray(alerts.created_by, people));
  await nextSet(ctx);
  const partners = tx
    .select({ id: policeClients.id })
    .from(policeClients)
    .where(inArray(policeClients.created_by, people));
  await tx.delete(policeKeys).where(inArray(policeKeys.client_id, partners));
  for (const table of [policeClients, alertGeocodes, alertFeeds])
    await tx.delete(table).where(inArray(table.created_by, people));
}
