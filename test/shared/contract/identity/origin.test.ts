import { describe, expect, it } from 'vitest';
import { FLAG_RULES, UPLOAD_RULES } from '../../../../shared/contract/identity/settings/layered.ts';
import { featureOfCall, featureOfPage } from '../../../../shared/contract/identity/settings/features.ts';
import { resolveSetting } from '../../../../shared/contract/identity/settings/origin.ts';
import {
  PLATFORM_LIMITS,
  refusalByLimits,
} from '../../../../shared/contract/identity/settings/uploadLimits.ts';

describe('the value of a setting', () => {
  const { image_mb, storage_warn_gb, media_taken } = UPLOAD_RULES;
  it.each([
    [null, null, 20, 'product'],
    [10, null, 10, 'platform'],
    [10, 4, 4, 'tenant'],
    [10, 10, 10, 'tenant'],
    [10, 11, 10, 'platform'],
    [null, 20, 20, 'tenant'],
    [null, 21, 20, 'platform'],
  ])('with %s by the platform and %s by the tenant is %s, of the %s', (platform, tenant, value, origin) =>
    expect(resolveSetting(image_mb, { platform, tenant })).toEqual({ value, origin }),
  );

  it('that nothing narrows is the tenant’s where it has one, zero too', () => {
    expect(resolveSetting(storage_warn_gb, { platform: 100, tenant: 0 })).toEqual({
      ...{ value: 0, origin: 'tenant' },
    });
    expect(resolveSetting(storage_warn_gb, { platform: 0, tenant: 500 })).toEqual({
      ...{ value: 500, origin: 'tenant' },
    });
  });

  it.each([
    ['images_and_videos', 'videos', 'videos', 'tenant'],
    ['images', 'videos', 'images', 'platform'],
    ['images', 'images_and_videos', 'images', 'platform'],
  ] as const)('of kinds: %s by the platform, %s by the tenant', (platform, tenant, value, origin) =>
    expect(resolveSetting(media_taken, { platform, tenant })).toEqual({ value, origin }),
  );

  it.each([
    ['off', 'on', 'on', 'tenant'],
    ['always_off', 'on', 'always_off', 'platform'],
    ['always_on', 'off', 'always_on', 'platform'],
    ['on', 'always_on', 'on', 'platform'],
    [null, null, 'on', 'product'],
  ] as const)('of a feature: %s by the platform, %s by the tenant', (platform, tenant, value, origin) =>
    expect(resolveSetting(FLAG_RULES.content_feeds, { platform, tenant })).toEqual({ value, origin }),
  );
});

it('a feature has its calls and pages, and none whose name only begins alike', () => {
  expect(featureOfCall('/api/programmatic/partners/:id')).toBe('programmatic');
  expect(featureOfCall('/api/feeds')).toBe('content_feeds');
  expect(featureOfCall('/api/feedsome')).toBeUndefined();
  expect(featureOfPage('/admin/data-migration')).toBe('data_migration');
  expect(featureOfPage('/admin/content')).toBeUndefined();
});

it.each([
  ['image/png', 1_000, null, null],
  ['image/png', 1_001, null, { why: 'size', bytes: 1_001, limit: 1_000 }],
  ['video/mp4', 2_000, 5_000, { why: 'kind', kind: 'video' }],
] as const)('a file of %s with %s bytes and %s ms', (mime, bytes, duration_ms, refusal) =>
  expect(
    refusalByLimits(
      { ...PLATFORM_LIMITS, image_bytes: 1_000, kinds: ['image'] },
      { mime, bytes, duration_ms },
    ),
  ).toEqual(refusal),
);

it('a video may be as long as the limit and no longer', () => {
  const limits = { ...PLATFORM_LIMITS, video_ms: 15_000 };
  const video = { mime: 'video/webm', bytes: 10 };
  expect(refusalByLimits(limits, { ...video, duration_ms: 15_000 })).toBeNull();
  expect(refusalByLimits(limits, { ...video, duration_ms: null })).toBeNull();
  expect(refusalByLimits(limits, { ...video, duration_ms: 15_001 })).toEqual({
    ...{ why: 'duration', limit_ms: 15_000 },
  });
});
