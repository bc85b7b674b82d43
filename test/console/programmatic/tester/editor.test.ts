import { describe, expect, it } from 'vitest';
import { curlOf } from '../../../../console/programmatic/tester/curl.ts';
import { lineOfPointer, pointerLines } from '../../../../console/programmatic/tester/editor/pointerLines.ts';
import { TEMPLATES, templateText } from '../../../../console/programmatic/tester/templates.ts';
import { validateRequest } from '../../../../shared/openrtb/validate/validateRequest.ts';
import en from '../../../../public/locales/en/openrtb.json' with { type: 'json' };
import { REASONS } from '../../../../shared/openrtb/auction/codes.ts';
import { FINDING_CODES } from '../../../../shared/openrtb/validate/messages.ts';

const NOW = Date.parse('2026-11-26T12:00:00.000Z');

describe('lines of a JSON text', () => {
  const text = '{\n  "a": [\n    1,\n    {"b/c": "x, {y}"}\n  ],\n  "d": null\n}';
  const lines = pointerLines(text);

  it.each([
    ['', 1],
    ['/a', 2],
    ['/a/0', 3],
    ['/a/1', 4],
    ['/a/1/b~1c', 4],
    ['/d', 6],
    // What is missing is found at what is around it.
    ['/a/1/z/y', 4],
    ['/nothing', 1],
  ])('%s stands in line %d', (pointer, line) => {
    expect(lineOfPointer(lines, pointer)).toBe(line);
  });

  it('of a text that is broken hold as far as it goes', () => {
    expect(lineOfPointer(pointerLines('{\n"a": 1,\n"b": oops "'), '/b')).toBe(3);
    expect(pointerLines('}}}]').size).toBe(1);
    expect(lineOfPointer(pointerLines('{\n1'), '/1')).toBe(2);
  });
});

it.each(TEMPLATES)('the template %s is sound, but for the one that shows what goes wrong', template => {
  const { valid, findings } = validateRequest(templateText(template, NOW), {
    mode: 'strict',
    profile: 'dooh',
  });
  expect([valid, findings.length === 0]).toEqual([template !== 'faulty', template !== 'faulty']);
});

it('a command for a terminal keeps quotes of the request', () => {
  expect(curlOf('http://h/x?a=1', `{"a":"it's"}`)).toContain(`--data-binary '{"a":"it'\\''s"}'`);
});

it('every finding and every reason has a text on the page', () => {
  expect(FINDING_CODES.filter(code => !(code in en.messages))).toEqual([]);
  expect(REASONS.filter(reason => !(reason in en.reasons))).toEqual([]);
});
