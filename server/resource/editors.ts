/** Who wrote of a row since it was approved last: none of them is the second pair of eyes. Pure. */
interface Edited {
  edited_by: readonly string[];
}
/** And whoever writes now; a row that is being made has nobody yet. */
export const withEditor = (
  { user_id }: { user_id: string | null },
  { edited_by }: Edited = { edited_by: [] },
): string[] => [...new Set([...edited_by, ...(user_id === null ? [] : [user_id])])];
