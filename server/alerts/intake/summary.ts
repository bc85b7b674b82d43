/** What a CAP message says, in short, for whoever decides whether to publish it. Pure. */
import type { ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import { headlineOf } from '../alerts/listing.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { columnsOf } from './columns.ts';

type Item = ImportAnswer['items'][number];
type Summary = Omit<Item, 'identifier' | 'sender' | 'sent' | 'action' | 'warnings'>;

export function summaryOf(alert: CapAlert, now: number): Summary {
  const { effective_at, expires_at, priority } = columnsOf(alert, now);
  const isNotice = alert.msg_type === 'Alert' || alert.msg_type === 'Update';
  return {
    ...{ headline: headlineOf(alert.texts), priority, status: alert.status },
    ...{ areas: alert.areas, geocodes: alert.geocodes },
    effective_at: isNotice ? effective_at.toISOString() : null,
    expires_at: isNotice ? expires_at.toISOString() : null,
    is_over: isNotice && expires_at.getTime() <= now,
  };
}
