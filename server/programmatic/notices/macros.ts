/** Fills in the macros of a notice (OpenRTB 4.4). Pure. */
export type MacroValues = Partial<Record<string, string | number | null>>;

const MACRO = /\$\{(AUCTION_[A-Z_]+)\}/g;

/** What is known and empty becomes an empty text; what nobody knows stays as it is. In a query values are encoded. */
export function renderMacros(template: string, values: MacroValues): string {
  const query = template.indexOf('?');
  return template.replace(MACRO, (whole, name: string, at: number) => {
    if (!(name in values)) return whole;
    const value = String(values[name] ?? '');
    return query >= 0 && at > query ? encodeURIComponent(value) : value;
  });
}
