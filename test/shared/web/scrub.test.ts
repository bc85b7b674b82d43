import { describe, expect, it } from 'vitest';
import { scrub } from '../../../shared/web/scrub.ts';

describe('the scrubber', () => {
  it.each([
    ['https://a.example/x?token=abc123&page=2', 'https://a.example/x?token=[hidden]&page=2'],
    ['/auth?code=4%2F0Ab&state=1#key=zz', '/auth?code=[hidden]&state=1#key=[hidden]'],
    ['/x?new_password=a%26b&q=tram', '/x?new_password=[hidden]&q=tram'],
    ['/x?userEmail=joe', '/x?userEmail=[hidden]'],
    ['/x?to=%2Fauth%3Freset_token%3Dabc%26page%3D2', '/x?to=%2Fauth%3Freset_token%3D[hidden]%26page%3D2'],
    ['Authorization: Bearer abc.def-1/2+3==', 'Authorization: Bearer [hidden]'],
    ['saw eyJhbGciOi.eyJzdWIiOi.sig_1 there', 'saw [hidden] there'],
    ['mail to anna.m+x@fleet.example failed', 'mail to [hidden] failed'],
    ['anna%40fleet.example', '[hidden]'],
    ['张三@例子.中国 failed', '[hidden] failed'],
    ['{"password":"Secret, with comma","n":1}', '{"password":"[hidden]","n":1}'],
    ['{"access_token": "abc"}', '{"access_token": "[hidden]"}'],
    ['{"key":"a\\"b","n":1}', '{"key":"[hidden]","n":1}'],
    ['https://joe:pw@host/x', 'https://[hidden]@host/x'],
    ['/reverse?lat=38.71667&lng=-9.13333&zoom=3', '/reverse?lat=[hidden]&lng=[hidden]&zoom=3'],
    ['/x?to=%2Fmap%3Flat%3D38.7%26q%3Dtram', '/x?to=%2Fmap%3Flat%3D[hidden]%26q%3Dtram'],
    ['{"lat":38.71667,"lng":-9.1}', '{"lat":"[hidden]","lng":"[hidden]"}'],
    ['no street at 38.71667, -9.13333 yet', 'no street at [hidden] yet'],
  ])('makes of %s %s', (text, clean) => {
    expect(scrub(text)).toBe(clean);
    expect(scrub(clean)).toBe(clean);
  });

  it.each(['x', 'token', '"key', 'eyJ-', 'a@a.', '//', '错误', '1.2345,', '-1.', '"token":"\\'])(
    'is quick with a long text of %s',
    piece => {
      const text = piece.repeat(50_000);
      const started = performance.now();
      scrub(text);
      expect(performance.now() - started).toBeLessThan(2_000);
    },
  );

  it.each([
    "Cannot read properties of undefined (reading 'name')",
    'at Row (https://a.example/assets/Row-1x.js:1:22)',
    'render@https://a.example/assets/Row-1x.js:1:22',
    'node_modules/@radix-ui/react-toast@1.3.1/index.js',
    '/admin/devices?q=tram&sort=-name',
    '/templates?flat=1&template=3&platform=2',
    '1.25, 2.5',
  ])('leaves %s as it is', text => {
    expect(scrub(text)).toBe(text);
  });
});
