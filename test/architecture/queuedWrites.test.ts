import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { isQueueable } from '../../shared/queue/eligible.ts';
import { join } from 'node:path';
import { ROOT, sources } from './sources.ts';

/** Writes that need an answer to go on, each with the file that sends it. */
const NEEDS_ANSWER = ['console/app/onboarding/PlaylistStep.tsx'];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** The endpoints that `a.b[c]` may be: an index that is not written out stands for every one. */
function endpointsAt(value: unknown, steps: readonly string[]): Endpoint[] {
  const [step, ...rest] = steps;
  if (step === undefined) return isEndpoint(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const table = value as Record<string, unknown>;
  return step === '*'
    ? Object.values(table).flatMap(one => endpointsAt(one, rest))
    : endpointsAt(table[step], rest);
}
const stepsOf = (expression: string) => expression.replace(/\[[^\]]*\]/g, '.*').split('.');

/** What a file calls without the queue, as far as it can be read: imported endpoints, also under a name of their own. */
async function calledIn({ path, text }: { path: string; text: string }): Promise<Endpoint[]> {
  const imported = new Map<string, string>();
  for (const [, names = '', from = ''] of text.matchAll(
    /import (?:type )?\{([^}]*)\} from '([^']*contract[^']*)'/g,
  ))
    for (const name of names.split(',')) {
      const [was = '', now = was] = name.trim().split(/\s+as\s+/);
      imported.set(now, `${from} ${was}`);
    }
  const renamed = new Map<string, string>();
  for (const [, names = '', of = ''] of text.matchAll(/const \{([^}]*)\} = ([\w.]+);/g))
    for (const name of names.split(',')) {
      const [was = '', now = was] = name.split(':').map(part => part.trim());
      renamed.set(now, `${of}.${was}`);
    }
  const found: Endpoint[] = [];
  for (const [, written = ''] of text.matchAll(/\.call\(\s*([\w.]+(?:\[[^\]]*\])?)/g)) {
    const [root = '', ...steps] = stepsOf(renamed.get(written) ?? written);
    const [from, was] = imported.get(root)?.split(' ') ?? [];
    if (from === undefined || was === undefined) continue;
    const module: unknown = await import(/* @vite-ignore */ join(ROOT, path, '..', from));
    found.push(...endpointsAt(module, [was, ...steps]));
  }
  return found;
}

describe('a write that may wait', () => {
  it('QUEUE-01 AMBIG-QUEUE-07 is sent by the way that lets it wait, from every page', async () => {
    const direct: string[] = [];
    for (const source of sources) {
      if (!/^console\/.*\.tsx?$/.test(source.path) || NEEDS_ANSWER.includes(source.path)) continue;
      for (const e of await calledIn(source))
        if (isQueueable(e, '{}')) direct.push(`${source.path}: ${e.method} ${e.path}`);
    }
    expect(direct).toEqual([]);
  });
});
