import { useDeferredValue, useMemo, useRef } from 'react';
import type { Finding, Severity, Validation } from '../../../../shared/openrtb/validate/finding.ts';
import { repaired } from '../../../../shared/openrtb/validate/repair.ts';
import { goToLine } from './JsonEditor.tsx';
import { lineOfPointer, pointerLines } from './pointerLines.ts';
import { INDENT } from '../templates.ts';

/** A text of an editor, what is found in it, and where. Checking follows the typing without holding it up. */
export function useCheckedText(
  text: string,
  setText: (text: string) => void,
  validate: (text: string) => Validation,
) {
  const area = useRef<HTMLTextAreaElement>(null);
  const deferred = useDeferredValue(text);
  const { valid, findings } = useMemo(() => validate(deferred), [validate, deferred]);
  const lines = useMemo(() => pointerLines(deferred), [deferred]);
  const lineOf = (pointer: string) => lineOfPointer(lines, pointer);
  const marks = new Map<number, Severity>();
  for (const { code, params, pointer, severity } of findings) {
    const line = code === 'not_json' ? Number(params.line) : lineOf(pointer);
    if (marks.get(line) !== 'error') marks.set(line, severity);
  }
  function repair(of: readonly Finding[]) {
    const [first] = of;
    // What is no JSON is repaired as text.
    if (first?.code === 'not_json') setText(repaired(text, first.repair ?? []) as string);
    else {
      const steps = of.flatMap(finding => finding.repair ?? []);
      setText(JSON.stringify(repaired(JSON.parse(text), steps), null, INDENT));
    }
    area.current?.focus();
  }
  return {
    area,
    valid,
    findings,
    marks,
    lineOf,
    repair,
    goTo: (line: number) => goToLine(area.current, line),
  };
}

/** undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
