/** The calls that the contract page names, and those the product has beside them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const linesOf = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'));

export interface ContractCall {
  /** `GET /api/devices/:id`. */
  key: string;
  /** Of the contract page. */
  section: number;
  /** What does it in the product, where that is another call; empty where nothing does. */
  instead: string[];
  /** Empty where the product has the call as it is written. */
  reason: string;
}
export const contractCalls: readonly ContractCall[] = linesOf('calls.tsv').map(
  ([method = '', path = '', section = '', instead = '', reason = '']) => ({
    key: `${method} ${path}`,
    section: Number(section),
    instead: instead === '' ? [] : instead.split(', '),
    reason,
  }),
);

/** Calls of the product that the page does not name. */
export const additions: readonly string[] = linesOf('additions.tsv').map(
  ([method = '', path = '']) => `${method} ${path}`,
);

/** Where each entity of the page is stored; some are a part of a row of another. */
export const storedEntities: readonly { entity: string; table: string }[] = linesOf('entities.tsv').map(
  ([entity = '', , table = '']) => ({ entity, table }),
);

/** The names of what a path takes are left to each side: `:id` of the page is `:key` of validation rules. */
export const withoutNames = (key: string) => key.replace(/:[a-z_0-9]+/g, ':');
