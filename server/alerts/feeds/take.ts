/** Takes in one alert of a feed, if it is urgent enough or about one that was taken. */
import { priorityOf } from '../../../shared/contract/alerts/cap.ts';
import type { Server } from '../../context/server.ts';
import { inTenant } from '../../transaction/context.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { lockAlerts } from '../alerts/live.ts';
import { apply, type Intake } from '../intake/apply.ts';
import { findNamed, keepEndings } from '../intake/lookups.ts';
import type { AlertFeedRow } from './feeds.ts';

interface Fed {
  alert: CapAlert;
  bytes: Buffer;
}
export const takeFromFeed = (server: Server, feed: AlertFeedRow, { alert, bytes }: Fed): Promise<void> =>
  inTenant(server, { tenant_id: feed.tenant_id, user_id: null }, async ctx => {
    const intake: Intake = {
      ...{ source: 'cap_feed', origin_id: feed.id, agency: null, bytes },
      ...{ isPublishing: feed.auto_publish, isDirect: true },
    };
    const isUrgent = priorityOf(alert) <= feed.max_priority || alert.msg_type === 'Cancel';
    const isAbout = async () =>
      alert.msg_type === 'Update' && (await findNamed(ctx, alert, intake)).rows.length > 0;
    await lockAlerts(ctx);
    if (isUrgent || (await isAbout())) await apply(ctx, alert, intake);
    /** Not urgent enough any more before its alert came: that one is not shown when it comes. */
    else if (alert.msg_type === 'Update')
      await keepEndings(
        ctx,
        { status: alert.status, missing: alert.references },
        { origin_id: feed.id, by_alert_id: null },
      );
  });
