/** The page's policy lets no script address through but this one; a browser without Trusted Types takes the text. */
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

/** `wayside` is the one name the header allows, once. */
export function workerAddress(page: { trustedTypes?: TrustedTypes } = globalThis as object): string {
  const rules = { createScriptURL: onlyTheWorker };
  return (page.trustedTypes?.createPolicy('wayside', rules) ?? rules).createScriptURL(WORKER);
}

/** Made as the page starts, since whoever makes the policy first decides what it lets through. */
export const worker = workerAddress();
