/** What is odd about a payload, where it stands, and how it is repaired. */
import { messageOf, suggestionOf, type FindingCode } from './messages.ts';

export type Severity = 'error' | 'warning';
export type Params = Readonly<Record<string, string | number>>;

/** One step of a repair, as in JSON Patch (RFC 6902). */
export type PatchStep =
  | { op: 'remove'; path: string }
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'move'; from: string; path: string };

export interface Finding {
  pointer: string;
  severity: Severity;
  code: FindingCode;
  /** Of the OpenRTB 2.6 specification. */
  section: string;
  /** English; a page makes its own text of code and params. */
  message: string;
  suggestion?: string;
  params: Params;
  repair?: PatchStep[];
}

export interface Odd {
  pointer: string;
  code: FindingCode;
  section: string;
  severity?: Severity;
  params?: Params;
  repair?: PatchStep[];
}

export function findingOf({ pointer, code, section, severity = 'error', params = {}, repair }: Odd): Finding {
  const suggestion = suggestionOf(code, params, repair !== undefined);
  return {
    pointer,
    severity,
    code,
    section,
    message: messageOf(code, params),
    ...(suggestion === undefined ? {} : { suggestion }),
    params,
    ...(repair === undefined ? {} : { repair }),
  };
}

export interface ValidateOptions {
  /** `lenient` reads as meant what can be repaired without guessing; `strict` does not. */
  mode: 'strict' | 'lenient';
  /** `dooh` asks for what a screen needs besides what OpenRTB requires. */
  profile: 'generic' | 'dooh';
  /** With it, the planned time is checked against the clock. */
  now?: number;
  maxLeadMs?: number;
}

export interface Validation {
  /** No finding is an error. */
  valid: boolean;
  findings: Finding[];
}

export const validationOf = (findings: Finding[]): Validation => ({
  valid: findings.every(({ severity }) => severity !== 'error'),
  findings,
});
/** An error where the sender is held to the letter, a warning where the meaning is plain. */
export const byMode = (mode: ValidateOptions['mode']): Severity => (mode === 'strict' ? 'error' : 'warning');
