/** What is said of reports in more than one place. */
import { instant } from '../../shared/clock.ts';
import type { ReportDefinition } from '../../shared/contract/reports/definition.ts';
import type { ReportRun, RunState } from '../../shared/contract/reports/run.ts';
import type { Format } from '../../shared/i18n/format.ts';
import type { StateBadge } from '../kit/fields/StateMark.tsx';
import type { Text } from '../kit/text/useText.ts';

export const RUN_BADGES: Record<RunState, StateBadge> = {
  queued: { shape: 'never', tone: 'neutral' },
  running: { shape: 'degraded', tone: 'info' },
  ready: { shape: 'live', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
  cancelled: { shape: 'rejected', tone: 'neutral' },
  expired: { shape: 'offline', tone: 'neutral' },
};

/** By the clocks of the report's zone. */
export const daysOf = ({ from, to }: Pick<ReportRun, 'from' | 'to'>, format: Format, files: Text) =>
  files('about.days', { from: format.date(from), to: format.date(instant(Date.parse(to) - 1)) });

const HOUR_CHARS = 2;
export function scheduleText({ schedule, hour, day }: ReportDefinition, text: Text): string {
  const values = {
    schedule: text(`values.${schedule}`),
    hour: `${String(hour).padStart(HOUR_CHARS, '0')}:00`,
  };
  if (schedule === 'never') return values.schedule;
  if (schedule === 'daily') return text('kept.at', values);
  return schedule === 'weekly'
    ? text('kept.onDay', { ...values, day: text(`kept.days.${day}`) })
    : text('kept.onMonthDay', { ...values, day });
}
