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

/** What a comparison with a partner's file asks for. */
export const MARCH_CSV = 'Date,Deal,Plays,Spend\r\n2019-03-05,D-9,5,0.01';
export const MARCH_FILE = {
  ...{ first_day: '2019-03-01', last_day: '2019-03-31', tz: 'Europe/Lisbon', keyed_by: 'deal' },
  ...{ counted_in: 'plays', tolerance_pct: 1, day_column: 'Date', key_column: 'Deal' },
  ...{ count_column: 'Plays', revenue_column: 'Spend', currency_column: null, file_currency: 'EUR' },
  ...{ file_name: 'march.csv', csv: MARCH_CSV },
};
