/** Remembers the row opened last, so that Back returns the focus to it. Kept in memory only. */
const opened = new Map<string, string>();

export const rememberOpened = (resource: string, id: string) => void opened.set(resource, id);
export function takeOpened(resource: string): string | undefined {
  const id = opened.get(resource);
  opened.delete(resource);
  return id;
}
