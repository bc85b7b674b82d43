/** The text of a contract: Markdown with names in double braces, filled in when it is sent. */
import type { ContractVariable, VariableValue } from './contractTemplate.ts';

/** What the contract itself knows; a template names them without defining them. */
export const OWN_VARIABLES = ['number', 'provider', 'customer', 'starts', 'ends', 'value'] as const;
export type OwnVariable = (typeof OWN_VARIABLES)[number];

const VARIABLE = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

/** Names that the text uses, each once. */
export const variablesIn = (body: string): string[] => [
  ...new Set([...body.matchAll(VARIABLE)].map(([, key]) => key ?? '')),
];

/** Names that nothing defines: neither the template nor the contract. */
export function undefinedIn(body: string, variables: readonly ContractVariable[]): string[] {
  const defined = new Set<string>([...OWN_VARIABLES, ...variables.map(({ key }) => key)]);
  return variablesIn(body).filter(key => !defined.has(key));
}

/** Required names without a value. */
export const missingOf = (
  variables: readonly ContractVariable[],
  values: readonly VariableValue[],
): string[] =>
  variables
    .filter(
      ({ required, key }) => required && !values.some(one => one.key === key && one.value.trim() !== ''),
    )
    .map(({ key }) => key);

/** An amount as people write it: its digits with their separators, and a currency before or behind them. */
const AMOUNT = /^(?:[A-Z]{3}|\p{Sc})?\s*[-−]?\d(?:[\d.,'’\s]*\d)?\s*(?:[A-Z]{3}|\p{Sc}|元)?$/u;
/** Names of kind money whose value is no amount; one that is empty is not there yet. */
export const notAmountsOf = (
  variables: readonly ContractVariable[],
  values: readonly VariableValue[],
): string[] =>
  values
    .filter(({ key, value }) => {
      const isMoney = variables.some(one => one.key === key && one.type === 'money');
      return isMoney && value.trim() !== '' && !AMOUNT.test(value.trim());
    })
    .map(({ key }) => key);

/** A name without a value leaves a gap that can be seen. A value stands in its line: it makes no headings or items of its own. */
export function filledIn(body: string, values: Readonly<Record<string, string>>): string {
  return body.replaceAll(
    VARIABLE,
    (_, key: string) =>
      (Object.hasOwn(values, key) && values[key]?.replaceAll(/\s+/g, ' ').trim()) || '________',
  );
}

export type Block =
  | { as: 'heading'; level: 1 | 2 | 3; text: string }
  | { as: 'item' | 'paragraph'; text: string };
const HEADING = /^(#{1,3})\s+(.*)$/;
const ITEM = /^[-*]\s+(.*)$/;

/** Headings, list items and paragraphs; other marks of Markdown stand as they are. */
export function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of body.split('\n').map(text => text.trim())) {
    const last = blocks.at(-1);
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (heading)
      blocks.push({ as: 'heading', level: heading[1]!.length as 1 | 2 | 3, text: heading[2] ?? '' });
    else if (item) blocks.push({ as: 'item', text: item[1] ?? '' });
    else if (line !== '' && isOpen && last) last.text += ` ${line}`;
    else if (line !== '') blocks.push({ as: 'paragraph', text: line });
    isOpen = line !== '' && !heading;
  }
  return blocks;
}
