/** The list with one of its entries at another place; the same list where there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (from === to || to < 0 || to >= list.length || from < 0 || from >= list.length) return list;
  const others = list.filter((_, i) => i !== from);
  return [...others.slice(0, to), list[from]!, ...others.slice(to)];
}
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);
export const replaced = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((one, i) => (i === at ? value : one));
