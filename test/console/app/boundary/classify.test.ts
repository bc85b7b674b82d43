import { describe, expect, it } from 'vitest';
import { isAbort, kindOf, type ErrorKind } from '../../../../console/app/boundary/classify.ts';
import {
  ABORTED,
  AUTH_REQUIRED,
  ERROR_PAGES,
  errorPageText,
  RATE_LIMITED,
  REQUEST_TIMEOUT,
  TIMEOUT_OFFLINE,
} from '../../../../shared/contract/wire/errorTexts.ts';
import { ApiError } from '../../../../shared/net/apiError.ts';

const TABLE: [ErrorKind, string][] = [
  ['network', 'Failed to fetch'],
  ['network', 'NetworkError when attempting to fetch resource.'],
  ['network', 'Load failed'],
  ['network', 'Failed to fetch dynamically imported module: https://a.example/assets/x.js'],
  ['network', 'Importing a module script failed.'],
  ['network', 'Unable to preload CSS for /assets/x.css'],
  ['network', 'No answer from the server'],
  ['network', REQUEST_TIMEOUT],
  ['network', TIMEOUT_OFFLINE],
  ['permission', ERROR_PAGES[401]],
  ['permission', ERROR_PAGES[403]],
  ['permission', AUTH_REQUIRED],
  ['permission', 'Your role does not allow this: forbidden'],
  ['server', ERROR_PAGES[500]],
  ['server', ERROR_PAGES[502]],
  ['server', ERROR_PAGES[503]],
  ['server', RATE_LIMITED],
  ['server', errorPageText(507, 'Insufficient Storage')],
  ['data', ERROR_PAGES[404]],
  ['data', 'Unexpected token < in JSON at position 0'],
  ['data', 'Invalid input: expected string, received undefined'],
  ['data', 'The answer is not JSON'],
  ['component', 'boom'],
  ['component', "Cannot read properties of undefined (reading 'name')"],
  ['component', 'useAuth must be used within an AuthProvider'],
  ['component', ''],
];

describe('errors', () => {
  it.each(TABLE)('BOUNDARY-19 are of the kind %s where they say "%s"', (kind, message) => {
    expect(kindOf(new Error(message))).toBe(kind);
  });

  it.each([
    ['network over permission', 'Network access denied', 'network'],
    ['permission over server', 'Permission denied by the server', 'permission'],
    ['server over data', 'The server sent invalid JSON', 'server'],
    ['data over component', 'Invalid hook', 'data'],
  ] as const)('OPEN-ERR-02 take the first list that matches: %s', (_what, message, kind) => {
    expect(kindOf(new Error(message))).toBe(kind);
  });

  it.each([
    [true, new DOMException('stopped', 'AbortError')],
    [true, Object.assign(new Error('x'), { name: 'AbortError' })],
    [true, new Error(ABORTED)],
    [true, new ApiError('ABORTED', 'gone')],
    [false, new Error('boom')],
    [false, 'AbortError'],
    [false, null],
  ])('are aborts (%s) only where somebody gave up: %s', (answer, error) => {
    expect(isAbort(error)).toBe(answer);
  });
});
