/** Failed dynamic imports. Some browsers cache the failure for the life of the page (whatwg/html#6768). */

/** Error texts of browsers, and of Vite for style sheets, when a module fails to load. */
const LOAD_ERROR_TEXT = /dynamically imported module|module script|preload/i;
const ADDRESS = /https?:\/\/\S+/;
const CODE_TYPES = /javascript|css/;

export const isModuleLoadError = (error: unknown): error is Error =>
  error instanceof Error && LOAD_ERROR_TEXT.test(error.message);

/** Is the file available now? False if the browser does not name it. */
export async function isModuleAvailable({ message }: Error, fetchFile: typeof fetch): Promise<boolean> {
  const address = ADDRESS.exec(message)?.[0];
  if (address === undefined) return false;
  try {
    const { ok, headers } = await fetchFile(address, { cache: 'no-store' });
    return ok && CODE_TYPES.test(headers.get('content-type') ?? '');
  } catch {
    return false;
  }
}
