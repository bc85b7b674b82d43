/** What the bodies of reports may say. */
const REPORT = [
  ...[
    'preset',
    'format',
    'language',
    'period',
    'first_day',
    'last_day',
    'tz',
    'campaign_ids',
    'creative_ids',
  ],
  'zone',
];
const DEFINITION = [...REPORT, 'name', 'schedule', 'hour', 'day', 'recipients'];
export const REPORT_BODIES: Record<string, string[]> = {
  'POST /api/reports/preview': REPORT,
  'POST /api/reports/definitions': DEFINITION,
  'PATCH /api/reports/definitions/:id': DEFINITION,
  'POST /api/reports/runs': ['definition_id', 'name', 'report'],
};
