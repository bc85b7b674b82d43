import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as texts from '../../../../shared/contract/wire/errorTexts.ts';

const words = (language: string) =>
  (
    JSON.parse(
      readFileSync(join(import.meta.dirname, `../../../../public/locales/${language}/common.json`), 'utf8'),
    ) as { errorPages: Record<string, string> }
  ).errorPages;

describe('the catalogue of error texts', () => {
  it('ERR-08 AMBIG-ERR-03 has failed authentication, prefix included', () => {
    expect(texts.AUTH_FAILED).toBe('401: Authentication failed');
  });
  it('ERR-09 AMBIG-ERR-03 has a 401 after a refresh, prefix included', () => {
    expect(texts.AUTH_FAILED_AGAIN).toBe('401: Authentication failed after refresh');
  });
  it('ERR-10 AMBIG-ERR-03 has missing authentication, prefix included', () => {
    expect(texts.AUTH_REQUIRED).toBe('401: Authentication required');
  });
  it('ERR-11 has a time-out while offline', () => {
    expect(texts.TIMEOUT_OFFLINE).toBe('Request timeout while offline');
  });
  it('ERR-12 has a call queued on going offline', () => {
    expect(texts.WENT_OFFLINE).toBe('Network went offline, request queued');
  });
  it('ERR-13 has an abort', () => {
    expect(texts.ABORTED).toBe('Operation aborted');
  });
  it('ERR-14 has a video time-out', () => {
    expect(texts.VIDEO_TIMEOUT).toBe('Video load timeout');
  });
  it('ERR-15 has an image time-out', () => {
    expect(texts.IMAGE_TIMEOUT).toBe('Image load timeout');
  });
  it('ERR-16 has a 429 of analytics', () => {
    expect(texts.RATE_LIMITED).toBe('Rate limited');
  });

  it('says of error pages in English what the console shows', () => {
    const { other, ...pages } = words('en');
    expect(pages).toEqual(texts.ERROR_PAGES);
    expect(other).toBe('Error {{status}} - {{text}}');
  });
});
