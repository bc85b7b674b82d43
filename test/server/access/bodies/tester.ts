/** The fields that each call of the OpenRTB tester takes, copied from the contract's page by hand. */
const CASE = ['name', 'profile', 'request', 'response', 'expect', 'tags'];
export const TESTER_BODIES: Record<string, string[]> = {
  'POST /api/programmatic/openrtb/validate': ['kind', 'mode', 'profile', 'payload', 'request'],
  'POST /api/programmatic/openrtb/build': [
    ...['placement', 'lead_s', 'exp_s', 'position', 'partner', 'floor', 'deals', 'publisher', 'bcat', 'badv'],
  ],
  'POST /api/programmatic/openrtb/send': ['request', 'target', 'mock_profile', 'partner_id'],
  'POST /api/programmatic/openrtb/simulate-auction': [
    ...['request', 'profile', 'answers', 'base_currency', 'rates', 'deals'],
  ],
  'POST /api/programmatic/openrtb/render-macros': ['text', 'values'],
  'POST /api/programmatic/openrtb/cases': [...CASE, 'source'],
  'PATCH /api/programmatic/openrtb/cases/:id': CASE,
  'POST /api/programmatic/openrtb/cases/import': ['files'],
  'POST /api/programmatic/openrtb/runs': ['suite', 'mode', 'case_ids'],
};
