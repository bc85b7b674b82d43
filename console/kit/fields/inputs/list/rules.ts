import { decimalOf } from '../amount/decimal.ts';

/** How a field is compared; the words stand at `operators.<name>` of the texts, the signs here are for lists and files. */
export const OPERATORS = {
  is: '=',
  is_not: '≠',
  contains: '∋',
  at_least: '≥',
  at_most: '≤',
} as const;
export type Operator = keyof typeof OPERATORS;

export interface Rule {
  field: string;
  operator: Operator;
  value: string | number;
}
/** What a rule may ask of one field. */
export interface RuleField {
  operators: readonly Operator[];
  value: { as: 'text' } | { as: 'number'; unit?: string } | { as: 'select'; options: readonly string[] };
}
export type RuleVocabulary = Readonly<Record<string, RuleField>>;
export const MAX_RULES = 20;

const startValue = ({ value }: RuleField): string | number =>
  value.as === 'select' ? (value.options[0] ?? '') : '';
/** The first rule the vocabulary allows about a field. */
export function startRule(vocabulary: RuleVocabulary, field = Object.keys(vocabulary)[0] ?? ''): Rule {
  const known = vocabulary[field];
  return { field, operator: known?.operators[0] ?? 'is', value: known ? startValue(known) : '' };
}

/** The same comparison of another field where that field knows it; its value begins anew. */
export function withField(rule: Rule, vocabulary: RuleVocabulary, field: string): Rule {
  const start = startRule(vocabulary, field);
  const isKnown = vocabulary[field]?.operators.includes(rule.operator) ?? false;
  return isKnown ? { ...start, operator: rule.operator } : start;
}

/** A number where the field holds numbers; what is no number stays text, and is refused. */
export function ruleValue(typed: string, { value }: RuleField): string | number {
  if (value.as !== 'number') return typed;
  const decimal = decimalOf(typed);
  return decimal === null || typed.trim() === '' ? typed : Number(decimal);
}

/** Why a rule may not be sent; the sentence stands at `refused.<why>`. */
export function ruleProblem(
  rule: Rule,
  vocabulary: RuleVocabulary,
): 'ruleField' | 'ruleValue' | 'number' | null {
  const field = vocabulary[rule.field];
  if (!field?.operators.includes(rule.operator)) return 'ruleField';
  if (typeof rule.value === 'string' && rule.value.trim() === '') return 'ruleValue';
  if (field.value.as === 'number' && typeof rule.value !== 'number') return 'number';
  if (field.value.as === 'select' && !field.value.options.includes(String(rule.value))) return 'ruleValue';
  return null;
}
