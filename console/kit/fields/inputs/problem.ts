/** The first sentence of what a schema says about a value, or about something within it: a list of rows, a text in two languages. */
export function firstMessage(problem: unknown): string {
  if (typeof problem !== 'object' || problem === null) return '';
  if ('message' in problem && typeof problem.message === 'string') return problem.message;
  for (const [key, inner] of Object.entries(problem)) {
    /** The control it is about: a whole page hangs on it. */
    if (key === 'ref') continue;
    const message = firstMessage(inner);
    if (message !== '') return message;
  }
  return '';
}
