/** What stands in the place of a person who was erased, and how it gets there. Pure. */

/** `isAddress`: upper and lower case are alike, and a longer address that holds it is another. */
export interface Replacement {
  from: string;
  to: string;
  isAddress: boolean;
}
interface Person {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
}
export interface Pseudonym {
  name: string;
  email: string;
}

/** The random part of the id, which the records hold anyway: those of one person still belong together. */
export function pseudonymOf(id: string): Pseudonym {
  const mark = id.slice(id.lastIndexOf('-') + 1);
  return { name: `#${mark}`, email: `${mark}@erased.invalid` };
}

/** A first or a last name alone is no person: it is replaced only where a record names the person by id. */
export function replacementsOf({ id, email, first_name, last_name }: Person): Replacement[] {
  const to = pseudonymOf(id);
  const address = { from: email, to: to.email, isAddress: true };
  if (!first_name || !last_name) return [address];
  const names = [
    `${first_name} ${last_name}`,
    `${last_name} ${first_name}`,
    `${last_name}, ${first_name}`,
    `${last_name}${first_name}`,
  ];
  return [address, ...names.map(from => ({ from, to: to.name, isAddress: false }))];
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
/** For JavaScript and PostgreSQL alike, with the flags `gi`. */
export const addressPattern = (address: string) =>
  `(?<![A-Za-z0-9._%+-])${escaped(address)}(?![A-Za-z0-9-]|[.][A-Za-z0-9])`;

export const redact = (text: string, replacements: readonly Replacement[]): string =>
  replacements.reduce(
    (rest, { from, to, isAddress }) =>
      isAddress
        ? rest.replaceAll(new RegExp(addressPattern(from), 'gi'), to)
        : rest.replaceAll(from, () => to),
    text,
  );

/** Of everything that a JSON value holds. */
export const redactJson = <T>(value: T, replacements: readonly Replacement[]): T =>
  JSON.parse(redact(JSON.stringify(value), replacements.map(inJson))) as T;

/** As the text of a JSON value has it. */
export const inJson = (one: Replacement): Replacement => ({
  ...one,
  from: JSON.stringify(one.from).slice(1, -1),
});
