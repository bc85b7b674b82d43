/** The fields that each call about alerts and partners takes. */
const ALERT = [
  ...['status', 'priority', 'category', 'event', 'urgency', 'severity', 'certainty', 'response_types'],
  ...['texts', 'template', 'sound', 'effective_at', 'onset_at', 'ttl_s', 'max_display_s', 'target', 'forced'],
];
const CODE = ['scheme', 'value', 'name', 'areas', 'tags'];
const FEED = ['name', 'url', 'kind', 'poll_s', 'auto_publish', 'max_priority'];
const CLIENT = ['agency', 'contact', 'jurisdiction', 'max_priority'];

export const ALERT_BODIES: Record<string, readonly string[]> = {
  'POST /api/player/alert-acks': ['records'],
  'POST /api/alerts': ALERT,
  'PATCH /api/alerts/:id': ALERT,
  'POST /api/alerts/preview-targets': ['target', 'status', 'forced'],
  'POST /api/alerts/:id/reject': ['reason'],
  'POST /api/alerts/:id/cancel': ['reason'],
  'POST /api/alerts/:id/all-clear': ['texts'],
  'POST /api/alert-geocodes': CODE,
  'PATCH /api/alert-geocodes/:id': CODE,
  'POST /api/alert-feeds': FEED,
  'PATCH /api/alert-feeds/:id': FEED,
  'POST /api/police/clients': CLIENT,
  'PATCH /api/police/clients/:id': CLIENT,
  'POST /api/police/keys': [
    ...['label', 'scopes', 'ip_allow', 'rate_per_min', 'client_id', 'env', 'not_before', 'expires_days'],
  ],
};
