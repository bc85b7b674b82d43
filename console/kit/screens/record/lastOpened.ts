/** Which row of a list was opened last, so that Back returns to it. Lives as long as the page. */
const opened = new Map<string, string>();

export const rememberOpened = (resource: string, id: string) => void opened.set(resource, id);
export function takeOpened(resource: string): string | undefined {
  const id = opened.get(resource);
  opened.delete(resource);
  return id;
}
