/**
 * contract.md §4: contracts. Who reads contracts reads all that are sent; anybody else, as a signatory, those that
 * name him (`contract`). Nobody signs or declines one that does not name him (`party`).
 */
type Cells = Record<
  string,
  readonly [cell: string, named?: 'tenant' | 'contract' | 'party', staff?: 'crossing']
>;
export const CONTRACT_CALLS: Cells = {
  'GET /api/contract-templates': ['contract_templates:R'],
  'GET /api/contract-templates/export': ['contract_templates:R'],
  'GET /api/contract-templates/:id': ['contract_templates:R', 'tenant'],
  'POST /api/contract-templates': ['contract_templates:W'],
  'PATCH /api/contract-templates/:id': ['contract_templates:W', 'tenant'],
  'DELETE /api/contract-templates/:id': ['contract_templates:W', 'tenant'],
  'POST /api/contract-templates/:id/restore': ['contract_templates:W', 'tenant'],
  'POST /api/contract-templates/:id/publish': ['contract_templates:W', 'tenant'],
  'POST /api/contract-templates/:id/retire': ['contract_templates:W', 'tenant'],
  'POST /api/contract-templates/:id/clone': ['contract_templates:W', 'tenant'],
  'GET /api/contracts/signatories': ['contracts:W'],
  'GET /api/contracts': ['contracts:R'],
  'GET /api/contracts/export': ['contracts:R'],
  'GET /api/contracts/:id': ['contracts:R', 'tenant'],
  'POST /api/contracts': ['contracts:W'],
  'PATCH /api/contracts/:id': ['contracts:W', 'tenant'],
  'DELETE /api/contracts/:id': ['contracts:W', 'tenant'],
  'POST /api/contracts/:id/restore': ['contracts:W', 'tenant'],
  'POST /api/contracts/:id/send': ['contracts:W', 'tenant'],
  'POST /api/contracts/:id/withdraw': ['contracts:W', 'tenant'],
  'POST /api/contracts/:id/countersign': ['contracts:A', 'tenant', 'crossing'],
  'POST /api/contracts/:id/terminate': ['contracts:A', 'tenant'],
  'GET /api/own-contracts': ['sign:S'],
  'GET /api/own-contracts/export': ['sign:S'],
  'GET /api/own-contracts/:id': ['sign:S', 'contract'],
  'POST /api/own-contracts/:id/sign': ['sign:S', 'party'],
  'POST /api/own-contracts/:id/decline': ['sign:S', 'party'],
};
