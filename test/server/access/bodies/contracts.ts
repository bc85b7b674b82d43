/** The fields that each call of contracts takes, copied from the contract's page by hand. */
const TEMPLATE = ['name', 'language', 'body', 'variables'];
const CONTRACT = [
  ...['title', 'parties', 'variables', 'value_minor', 'currency', 'starts', 'ends', 'renew', 'notice_d'],
];
const SIGNATURE = ['body_sha256', 'name', 'method', 'image'];

export const CONTRACT_BODIES: Record<string, string[]> = {
  'POST /api/contract-templates': TEMPLATE,
  'PATCH /api/contract-templates/:id': TEMPLATE,
  'POST /api/contracts': [...CONTRACT, 'template_id'],
  'PATCH /api/contracts/:id': CONTRACT,
  'POST /api/contracts/:id/withdraw': ['reason'],
  'POST /api/contracts/:id/countersign': SIGNATURE,
  'POST /api/contracts/:id/terminate': ['reason'],
  'POST /api/own-contracts/:id/sign': SIGNATURE,
  'POST /api/own-contracts/:id/decline': ['reason'],
};
