/** Where the notices of a partner may go (S7): to the host of its endpoint, to those it has named beside, and to all below them. */
import { withoutMacros } from '../formats.ts';

/** Lower case. `endpoint_url` null: the mock, which has no host of its own. */
export const noticeHosts = (endpoint_url: string | null, more: readonly string[]): string[] => [
  ...(endpoint_url !== null && URL.canParse(endpoint_url) ? [new URL(endpoint_url).hostname] : []),
  ...more,
];

/** A domain and all below it. */
export const isWithinDomain = (host: string, domains: readonly string[]): boolean =>
  domains.some(one => host === one || host.endsWith(`.${one}`));

/** Of an address as it is called, or with its macros still in it. False for what is no address. */
export function isNoticeHost(address: string, hosts: readonly string[]): boolean {
  const url = withoutMacros(address);
  return URL.canParse(url) && isWithinDomain(new URL(url).hostname, hosts);
}
