/** Trusted Types: the page's policy allows only the worker's address. Browsers without it use the plain text. */
const WORKER = '/sw.js';

interface Rules {
  createScriptURL: (url: string) => string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}

function onlyTheWorker(url: string): string {
  if (url !== WORKER) throw new TypeError('No script is loaded from there.');
  return url;
}

/** The CSP header allows the policy name `wayside` once. */
export function trustedWorkerUrl(page: { trustedTypes?: TrustedTypes } = globalThis as object): string {
  const rules = { createScriptURL: onlyTheWorker };
  return (page.trustedTypes?.createPolicy('wayside', rules) ?? rules).createScriptURL(WORKER);
}

/** Created at page start, because the first policy of that name decides what is allowed. */
export const workerUrl = trustedWorkerUrl();
