import { describe, expect, it } from 'vitest';
import { REQUEST_TIMEOUT, VIDEO_TIMEOUT } from '../../../shared/contract/wire/errorTexts.ts';
import { CallFailure } from '../../../shared/device/call.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { classify } from '../../../shared/telemetry/classify.ts';

const named = (name: string, message = '') => Object.assign(new Error(message), { name });

describe('the kind of an error', () => {
  it.each([
    ['a request to another origin', new TypeError('Failed to fetch'), true],
    ['what the policy says', new Error('Blocked by CORS policy'), false],
    ['a script of another origin', 'Script error.', false],
  ])('ANALYTICS-10 is cors for %s', (_what, error, toOther) => {
    expect(classify(typeof error === 'string' ? new Error(error) : error, toOther)).toBe('cors');
  });

  it.each([
    ['the client’s time-out', new ApiError('TIMEOUT', REQUEST_TIMEOUT)],
    ['a 408', new ApiError('TIMEOUT', 'slow', { status: 408 })],
    ['a video that did not load', new Error(VIDEO_TIMEOUT)],
    ['a signal with a limit', new DOMException('signal timed out', 'TimeoutError')],
  ])('ANALYTICS-11 is timeout for %s', (_what, error) => {
    expect(classify(error)).toBe('timeout');
  });

  it.each([
    ['the client without an answer', new ApiError('NETWORK', 'No answer from the server')],
    ['a device’s call without one', new CallFailure('network', 'GET /x got no answer')],
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['a chunk that is gone', new TypeError('Failed to fetch dynamically imported module: /assets/a.js')],
  ])('ANALYTICS-12 is network for %s', (_what, error) => {
    expect(classify(error)).toBe('network');
  });

  it.each([
    ['the client’s caller', new ApiError('ABORTED', 'Operation aborted')],
    ['a signal', new DOMException('The user aborted a request.', 'AbortError')],
    ['a query that was cancelled', named('CancelledError')],
  ])('ANALYTICS-13 is abort for %s', (_what, error) => {
    expect(classify(error, true)).toBe('abort');
  });

  it.each([
    ['a page where data was wanted', new ApiError('NOT_OURS', 'Error 502', { status: 502 })],
    [
      'a portal’s answer to a device',
      new CallFailure('foreign', '/api/player/manifest answered what is not ours'),
    ],
    ['JSON that ends too soon', new SyntaxError('Unexpected end of JSON input')],
    ['a body of another shape', named('$ZodError', 'Required')],
  ])('ANALYTICS-14 is parsing for %s', (_what, error) => {
    expect(classify(error)).toBe('parsing');
  });

  it.each([
    ['a server’s fault', new ApiError('INTERNAL', 'Something failed on our side.', { status: 500 })],
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'name')")],
    ['a text', 'thrown'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
  ])('ANALYTICS-15 is unknown for %s', (_what, error) => {
    expect(classify(error)).toBe('unknown');
  });
});
