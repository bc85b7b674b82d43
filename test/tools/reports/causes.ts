/** Adds to each error what caused it, which the report of vitest leaves out: of a failed query it has only the query. */
import type { Reporter, TestCase } from 'vitest/node';

interface Caused {
  name?: string;
  message?: string;
  cause?: unknown;
}
function causesOf({ cause }: Caused): string[] {
  if (typeof cause !== 'object' || cause === null) return [];
  const { name = 'Error', message = '' } = cause as Caused;
  return [`    caused by ${name}: ${message}`, ...causesOf(cause)];
}

export default class Causes implements Reporter {
  onTestCaseResult(test: TestCase): void {
    for (const error of test.result().errors ?? []) {
      const stack = error.stack ?? error.message;
      const end = stack.search(/\n +at /);
      const [text, calls] = end < 0 ? [stack, ''] : [stack.slice(0, end), stack.slice(end)];
      error.stack = [text, ...causesOf(error)].join('\n') + calls;
    }
  }
}
