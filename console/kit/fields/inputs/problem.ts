const isObject = (problem: unknown): problem is object => typeof problem === 'object' && problem !== null;
/** Whether a schema says something of the value itself, not of something within it. */
export const hasMessage = (problem: unknown): problem is { message: string } =>
  isObject(problem) && 'message' in problem && typeof problem.message === 'string';

/** The first sentence of what a schema says about a value, or about something within it: a list of rows, a text in two languages. */
export function firstMessage(problem: unknown): string {
  if (!isObject(problem)) return '';
  if (hasMessage(problem)) return problem.message;
  for (const [key, inner] of Object.entries(problem)) {
    /** The control it is about: a whole page hangs on it. */
    if (key === 'ref') continue;
    const message = firstMessage(inner);
    if (message !== '') return message;
  }
  return '';
}
