/** The short name of a tenant that is made from a company's name. Pure. */
const MAX = 32;
const SHORTEST = 3;

/** Letters and digits of the name; a name without any Latin ones gets a plain word. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX)
    .replace(/^-+|-+$/g, '');
  return plain.length < SHORTEST ? 'company' : plain;
}

/** The first that is not taken: `lisbon-cabs`, `lisbon-cabs-2`, … */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const base = slugOf(name);
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(slug)) return slug;
  }
}
