/** Trusted Types: the page's policy allows only the addresses of our workers. Browsers without it use the plain text. */
const WORKER = '/sw.js';
/** The service worker, and the worker of the maps by the name its file is built with. */
const WORKERS = /^\/(sw|assets\/maplibre-gl-csp-worker-[\w-]+)\.js$/;

interface Rules {
  createScriptURL: (url: string) => string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Rules;
}

function onlyWorkers(url: string): string {
  if (!WORKERS.test(url)) throw new TypeError('No script is loaded from there.');
  return url;
}

/** The CSP header allows the policy name `wayside` once. */
export function trustedUrls(page: { trustedTypes?: TrustedTypes } = globalThis as object): Rules {
  const rules = { createScriptURL: onlyWorkers };
  return page.trustedTypes?.createPolicy('wayside', rules) ?? rules;
}

/** Created at page start, because the first policy of that name decides what is allowed. */
const urls = trustedUrls();
export const workerUrl = urls.createScriptURL(WORKER);
export const trustedScriptUrl = (url: string): string => urls.createScriptURL(url);
