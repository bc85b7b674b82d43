/** Files of the program that did not come. Some browsers remember that as long as the page lives (whatwg/html#6768). */

/** What browsers, and Vite for a style sheet, say of a module that does not come. */
const SAYS = /dynamically imported module|module script|preload/i;
const ADDRESS = /https?:\/\/\S+/;
const OURS = /javascript|css/;

export const isMissing = (error: unknown): error is Error =>
  error instanceof Error && SAYS.test(error.message);

/** Whether it could be had by now; false where the browser does not say which file it is. */
export async function isBack({ message }: Error, ask: typeof fetch): Promise<boolean> {
  const address = ADDRESS.exec(message)?.[0];
  if (address === undefined) return false;
  try {
    const { ok, headers } = await ask(address, { cache: 'no-store' });
    return ok && OURS.test(headers.get('content-type') ?? '');
  } catch {
    return false;
  }
}
