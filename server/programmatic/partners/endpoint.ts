/** Where a partner is called: its own address, or the mock of this server on this machine. */
import type { Server } from '../../context/server.ts';
import type { PartnerRow } from './partners.ts';

const MOCK_PATH = '/mock-dsp/bid';
/** null: the mock is off, or this server has no address without TLS. */
export function endpointOf(
  { config, local }: Pick<Server, 'config' | 'local'>,
  { kind, endpoint_url }: Pick<PartnerRow, 'kind' | 'endpoint_url'>,
): string | null {
  if (kind !== 'mock') return endpoint_url;
  return config.mockDsp && local.origin !== null ? `${local.origin}${MOCK_PATH}` : null;
}
