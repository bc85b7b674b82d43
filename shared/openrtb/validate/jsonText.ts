/** JSON that came as text: where it breaks, and the one way it is often broken. */
import { findingOf, type Finding } from './finding.ts';

export type ReadText = { value: unknown; finding?: undefined } | { value?: undefined; finding: Finding };

/** The begin of a line that holds one text: its name, and the first quotation mark of its value. */
const BEGIN = /^\s*"(\w+)"\s*:\s*"/;
const UNESCAPED = /(?<!\\)"/g;

/** A line that holds one text, in its parts; null where it is something else. */
function partsOf(line: string): { name: string; begin: string; value: string; end: string } | null {
  const found = BEGIN.exec(line);
  if (found === null) return null;
  const [begin, name = ''] = found;
  const trimmed = line.trimEnd();
  const close = (trimmed.endsWith(',') ? trimmed.slice(0, -1).trimEnd() : trimmed).length - 1;
  if (close < begin.length || line[close] !== '"') return null;
  return { name, begin, value: line.slice(begin.length, close), end: line.slice(close) };
}

/** Markup pasted as it is, its quotation marks not escaped, as in example 7.9.6.4 of the IAB. */
function mended(text: string): { text: string; name: string } | null {
  let name: string | undefined;
  const lines = text.split('\n').map(line => {
    const parts = partsOf(line);
    if (parts === null || !parts.value.startsWith('<') || !/(?<!\\)"/.test(parts.value)) return line;
    name = parts.name;
    return `${parts.begin}${parts.value.replaceAll(UNESCAPED, '\\"')}${parts.end}`;
  });
  if (name === undefined) return null;
  const whole = lines.join('\n');
  try {
    JSON.parse(whole);
    return { text: whole, name };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const SPACE = /\s*/y;
const TOKEN =
  /("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))|([{}[\],:])/y;
type Next = 'value' | 'first value' | 'key' | 'first key' | ':' | ', or end';

/** The place of the first thing that cannot stand there. Engines say it each in their own way, or not at all. */
export function faultAt(text: string): number {
  const open: string[] = [];
  let next: Next = 'value';
  for (let at = 0; ;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)![0].length;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (token === null) return at;
    const [whole, string, , mark] = token;
    const isDone: boolean = open.length === 0 && next === ', or end';
    if (isDone) return at;
    if (mark === '}' || mark === ']') {
      const isAllowed = next === ', or end' || next === (mark === '}' ? 'first key' : 'first value');
      if (!isAllowed || open.pop() !== (mark === '}' ? '{' : '[')) return at;
      next = ', or end';
    } else if (mark === ',' || mark === ':') {
      if (next !== (mark === ':' ? ':' : ', or end')) return at;
      next = mark === ':' || open.at(-1) === '[' ? 'value' : 'key';
    } else if (next === 'key' || next === 'first key') {
      if (string === undefined) return at;
      next = ':';
    } else {
      if (next !== 'value' && next !== 'first value') return at;
      if (mark !== undefined) open.push(mark);
      next = mark === '{' ? 'first key' : mark === '[' ? 'first value' : ', or end';
    }
    at += whole.length;
  }
}

/** Line and column, from 1, of a place in a text. */
export function lineOf(text: string, position: number): { line: number; column: number } {
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

export function readJsonText(text: string): ReadText {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const repaired = mended(text);
    const params = { ...lineOf(text, faultAt(text)), name: repaired?.name ?? '' };
    return {
      finding: findingOf({
        ...{ pointer: '', code: 'not_json', section: '2.4', params },
        ...(repaired === null ? {} : { repair: [{ op: 'replace', path: '', value: repaired.text }] }),
      }),
    };
  }
}
