/** Plays, their proofs and figures made of them: the cell each call needs, and whose thing it names. */
export const PROOF_CALLS = {
  'GET /api/analytics/overview': ['analytics:R'],
  'GET /api/analytics/campaigns': ['analytics:R'],
  'GET /api/analytics/creatives': ['analytics:R'],
  'GET /api/analytics/audience': ['analytics:R'],
  'GET /api/analytics/map': ['analytics:R'],
  'GET /api/analytics/gallery': ['analytics:R'],
  'GET /api/programmatic/plays': ['prog_logs:R'],
  'GET /api/programmatic/plays/:id': ['prog_logs:R', 'tenant'],
  'GET /api/programmatic/plays/summary': ['prog_logs:R'],
  'GET /api/programmatic/plays/export': ['prog_logs:R'],
  'GET /api/programmatic/plays/integrity': ['prog_logs:R'],
  'GET /api/programmatic/plays/proofs': ['prog_logs:R'],
  'GET /api/programmatic/plays/:id/proof': ['prog_logs:R', 'tenant'],
} as const;
