/** Reports as calls name them. */
import type { ReportSpec } from '../../../shared/contract/reports/report.ts';

export const ONE_REPORT: ReportSpec = {
  ...{ preset: 'days', format: 'csv', language: 'en', period: 'custom', tz: 'UTC', zone: null },
  ...{ first_day: '2026-10-20', last_day: '2026-10-22', campaign_ids: [], creative_ids: [] },
};
export const DAILY_REPORT = {
  ...ONE_REPORT,
  ...{ period: 'yesterday' as const, first_day: null, last_day: null, name: 'Daily plays' },
  ...{ schedule: 'daily' as const, hour: 6, day: 1, recipients: ['ana@test.example'] },
};
