import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fingerprint,
  known,
  partsToRunAgain,
  partsWithoutPass,
  provenAtLength,
  type Entry,
} from './tools/figures.ts';
import { joined } from './tools/lane.ts';
import { PARTS, partsOf } from './tools/parts.ts';
import { ROOT } from './tools/steps.ts';

describe('what a part of a long lane has shown', () => {
  const { covers } = PARTS['crashes']!;
  const passed: Entry = {
    ...{ part: 'crashes', commit: 'abc1234', date: '2026-11-22', seconds: 9, passed: 1, failed: 0 },
    ...{ rows: ['Q1', 'Q2'], covered: fingerprint(covers), figures: {} },
  };

  it('counts for its rows while all that it covers is as it was', () => {
    expect(provenAtLength([passed])).toEqual(['Q1', 'Q2']);
    expect(provenAtLength([{ ...passed, covered: 'another' }])).toEqual([]);
    expect(provenAtLength([{ ...passed, failed: 1 }])).toEqual([]);
    expect(provenAtLength([{ ...passed, part: 'of an older table' }])).toEqual([]);
    const changed = { ...passed, covered: 'another' };
    expect(partsToRunAgain(['Q2'], [changed])).toEqual(['crashes']);
    expect(partsToRunAgain(['Q2'], [passed])).toEqual([]);
    expect(partsToRunAgain(['Q3'], [changed])).toEqual([]);
  });

  it('stands for tests that npm test leaves out only while all that it covers is as it was', () => {
    const people: Entry = { ...passed, part: 'people', covered: fingerprint(PARTS['people']!.covers) };
    expect(partsWithoutPass([])).toContain('people');
    expect(partsWithoutPass([{ ...people, covered: 'another' }])).toContain('people');
    expect(partsWithoutPass([{ ...people, failed: 1 }])).toContain('people');
    expect(partsWithoutPass([people])).not.toContain('people');
    /** What proves again, at length, may wait. */
    expect(partsWithoutPass([])).not.toContain('days');
  });

  it('is known by another word once other files are covered', () => {
    expect(fingerprint(covers)).toBe(fingerprint([...covers].reverse()));
    expect(fingerprint(['test/tools/parts.ts'])).not.toBe(fingerprint(['test/tools/long.ts']));
  });

  it('adds up over its rounds, and of what is longest takes the longest', () => {
    const rounds = [[{ kills: 5, longestMs: 30 }], [{ kills: 5, longestMs: 70 }]];
    expect(joined(rounds)).toEqual([{ kills: 10, longestMs: 70 }]);
  });
});

/** They ask at length what a test of `npm test` asks in small, or a share of each day. */
const AT_LENGTH = [
  ...['access/bodies', 'access/touches', 'attacks/assignment', 'attacks/logs', 'attacks/values'],
  ...['db/month', 'db/outages', 'http/crowd', 'resource/resources'],
].map(name => `test/server/${name}`);

it('each part covers files that are there, and no part of docs/figures.json is of another table', () => {
  for (const [name, { covers }] of Object.entries(PARTS))
    for (const path of covers) expect([name, path, existsSync(join(ROOT, path))]).toEqual([name, path, true]);
  for (const { part } of known()) expect(Object.keys(PARTS)).toContain(part);
  expect(partsOf('long').length).toBeGreaterThan(5);
});

it('each test that a landing leaves out is run by a part of the long lane', () => {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.long\.(test|spec)\.tsx?$/.test(file))
    .map(file => `test/${file}`);
  expect(files.length).toBeGreaterThan(5);
  const wanted = partsOf('long').flatMap(name => PARTS[name]?.runs ?? []);
  const projectOf = (file: string): RegExp =>
    file.endsWith('.spec.ts')
      ? /^--project=long$/
      : file.startsWith('test/server/')
        ? /^server$/
        : /^!server$|^unit$/;
  const isRun = (file: string) =>
    wanted.some(
      ({ command }) =>
        command.some(word => projectOf(file).test(word)) &&
        command.some(word => word.includes('/') && file.includes(word)),
    );
  expect(files.filter(file => !isRun(file))).toEqual([]);
});

it('each test of an area that npm test leaves out is run by a part that it asks for', () => {
  const standing = Object.values(PARTS).filter(({ standsForTests }) => standsForTests === true);
  const words = standing.flatMap(({ runs }) => runs.flatMap(({ command }) => command));
  const left = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(file => /^(server|console)\/[^/]+\/.*\.long\.test\.tsx?$/.test(file))
    .map(file => `test/${file}`)
    .filter(file => !words.includes(file));
  expect(left.map(file => file.replace('.long.test.ts', '')).sort()).toEqual(AT_LENGTH);
});
