/** A list in one cell: `Summer sale|10; City guide`, or JSON as it stands. Pure. */
import type { Values } from './importer.ts';

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** null: it is neither. `of`: what a name and what stands behind its stroke mean. */
export function namedList(
  value: unknown,
  of: (name: string, more: string | undefined) => Values,
): Values[] | null {
  if (Array.isArray(value)) return value.every(isObject) ? value : null;
  if (typeof value !== 'string' || /^[[{]/.test(value)) return null;
  return value
    .split(';')
    .map(one => one.trim())
    .filter(Boolean)
    .map(one => {
      const [name = '', more] = one.split('|').map(part => part.trim());
      return of(name, more);
    });
}
