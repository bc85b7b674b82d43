/** Every bulk call of the contract with the action its sample does. */
export const BULK_CALLS = {
  '/api/users': 'suspend',
  '/api/invitations': 'revoke',
  '/api/tenants': 'suspend',
  '/api/sub-tenants': 'suspend',
  '/api/saved-views': 'delete',
  '/api/devices': 'maintenance',
  '/api/device-groups': 'delete',
  '/api/locations': 'archive',
  '/api/listings': 'publish',
  '/api/payouts': 'start',
  '/api/media': 'delete',
  '/api/creatives': 'delete',
  '/api/playlists': 'archive',
  '/api/content-items': 'delete',
  '/api/feeds': 'pause',
  '/api/campaigns': 'delete',
  '/api/budgets': 'close',
  '/api/contract-templates': 'delete',
  '/api/contracts': 'delete',
  '/api/plans': 'delete',
  '/api/invoices': 'delete',
  '/api/payments': 'delete',
  '/api/programmatic/partners': 'archive',
  '/api/programmatic/deals': 'propose',
  '/api/programmatic/placements': 'delete',
  '/api/programmatic/inventory-mappings': 'delete',
  '/api/programmatic/creative-mappings': 'delete',
  '/api/programmatic/slot-mappings': 'delete',
  '/api/programmatic/multiplier-models': 'delete',
  '/api/programmatic/openrtb/cases': 'delete',
  '/api/programmatic/disputes': 'close',
  '/api/alerts': 'delete',
  '/api/alert-feeds': 'pause',
  '/api/police/clients': 'suspend',
  '/api/player-config/qr-rules': 'pause',
  '/api/player-config/weather-rules': 'pause',
  '/api/compliance/policies': 'delete',
  '/api/support/tickets': 'resolve',
  '/api/reports/definitions': 'pause',
  '/api/reports/reconciliations': 'delete',
  '/api/migrations': 'cancel',
} as const;

/** The call that does the same to one row. */
export const singleKeyOf = (path: string, action: string) =>
  action === 'delete' ? `DELETE ${path}/:id` : `POST ${path}/:id/${action}`;

interface Single {
  params?: Record<string, string>;
  body?: object;
}
/** A bulk call of one row, of a sample of the single call. */
export const bulkBodyOf = (action: string, { params, body = {} }: Single) => ({
  ids: [params?.['id'] ?? ''],
  action,
  ...(Object.keys(body).length === 0 ? {} : { params: { ...body } }),
});
