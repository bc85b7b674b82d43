import { describe, expect, it } from 'vitest';
import { trustedUrls } from '../../../shared/web/trusted.ts';

describe('the addresses of scripts', () => {
  it('is the text itself where a browser knows no trusted types', () => {
    expect(trustedUrls({}).createScriptURL('/sw.js')).toBe('/sw.js');
  });

  it('comes from a policy named wayside that lets nothing else through', () => {
    const made: [string, (url: string) => string][] = [];
    const trustedTypes = {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => {
        made.push([name, rules.createScriptURL]);
        return rules;
      },
    };
    expect(trustedUrls({ trustedTypes }).createScriptURL('/sw.js')).toBe('/sw.js');
    const [[name, allow]] = made as [(typeof made)[number]];
    expect(name).toBe('wayside');
    const mapWorker = '/assets/maplibre-gl-csp-worker-Ab_1-c.js';
    expect(allow(mapWorker)).toBe(mapWorker);
    const elsewhere = [
      'https://elsewhere.test/sw.js',
      `https://elsewhere.test${mapWorker}`,
      `${mapWorker}?x`,
    ];
    for (const url of ['/other.js', ...elsewhere, '/assets/other.js', '/assets/../sw.js', '/sw.js?x', ''])
      expect(() => allow(url)).toThrow(TypeError);
  });
});
