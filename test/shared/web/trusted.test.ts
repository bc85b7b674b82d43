import { describe, expect, it } from 'vitest';
import { trustedWorkerUrl } from '../../../shared/web/trusted.ts';

describe('the one script address', () => {
  it('is the text itself where a browser knows no trusted types', () => {
    expect(trustedWorkerUrl({})).toBe('/sw.js');
  });

  it('comes from a policy named wayside that lets nothing else through', () => {
    const made: [string, (url: string) => string][] = [];
    const trustedTypes = {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => {
        made.push([name, rules.createScriptURL]);
        return rules;
      },
    };
    expect(trustedWorkerUrl({ trustedTypes })).toBe('/sw.js');
    const [[name, allow]] = made as [(typeof made)[number]];
    expect(name).toBe('wayside');
    for (const url of ['/other.js', 'https://elsewhere.test/sw.js', '/sw.js?x', ''])
      expect(() => allow(url)).toThrow(TypeError);
  });
});
